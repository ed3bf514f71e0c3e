import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Entry } from '../outbox/entry.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import type { OpenIds } from '../outbox/queue.ts'
import { showToast } from '../shared/toasts.ts'
import { planSettledToasts } from './plan-settled-toasts.ts'

/** Shows a toast when an order is settled, unless the order's own page is open: it shows the same. */
export function useSettledToasts(openIds: OpenIds | undefined): void {
  const t = useTranslations('outbox')
  const tOrder = useTranslations('order.page')
  const previousPendingIds = useRef(new Set<string>())

  useEffect(() => {
    if (!openIds) return
    const pendingIds = new Set(openIds.pending)
    const settledIds = [...previousPendingIds.current].filter((id) => !pendingIds.has(id))
    previousPendingIds.current = pendingIds
    const { parts, placed } = pageOutbox()
    void parts.db.outbox
      .bulkGet(settledIds)
      .then((entries) =>
        showToasts(entries.filter((entry): entry is Entry => entry !== undefined && entry.state !== 'away')),
      )
      .catch(() => {})

    function showToasts(entries: Entry[]): void {
      const { single, sentCount } = planSettledToasts(entries)
      single.forEach(showEntryToast)
      if (sentCount > 0) showToast({ title: t('sentMany', { count: sentCount }), text: t('sentText') })
    }

    function showEntryToast({ id, state, reason }: Entry): void {
      const number = orderNumber(id)
      const isShown = location.pathname === `/order/${id}`
      if (reason === 'order_cancelled' && !isShown) showToast({ title: t('removed', { number }) })
      if (state !== 'sent' || placed.isAnnounced(id)) return
      placed.markAnnounced(id)
      if (reason === 'too_late') showToast({ kind: 'bad', title: t('tooLate'), text: t('tooLateText', { number }) })
      else if (!isShown)
        showToast({ subject: tOrder('title', { number }), title: t('sentNotice'), text: t('sentText') })
    }
  }, [openIds, t, tOrder])
}
