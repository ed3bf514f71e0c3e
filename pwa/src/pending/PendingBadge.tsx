import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { showToast } from '../shared/toasts.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import '../orders/queue.css'
import { Link } from '../shared/ui/Link.tsx'
import { acknowledgeLoss, useLostCount } from '../outbox/storage-loss-canary.ts'
import type { Entry } from '../outbox/entry.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import type { OpenIds } from '../outbox/queue.ts'

/** After an outage many orders are sent at once: more than this share one toast. */
const MAX_SINGLE_TOASTS = 3

/** Shows how many orders are pending, and a toast when one is settled. */
export function PendingBadge({ openIds }: { openIds: OpenIds | undefined }) {
  const t = useTranslations('outbox')
  const { pathname } = useLocation()
  const lostCount = useLostCount()
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
      if (entries.length <= MAX_SINGLE_TOASTS) entries.forEach(showEntryToast)
      else showToast({ title: t('sentMany', { count: entries.length }), text: t('sentText') })
    }

    function showEntryToast({ id, state, reason }: Entry): void {
      const number = orderNumber(id)
      if (reason === 'order_cancelled') showToast({ title: t('removed', { number }) })
      if (state !== 'sent' || placed.isAnnounced(id)) return
      placed.markAnnounced(id)
      if (reason === 'too_late') showToast({ kind: 'bad', title: t('tooLate'), text: t('tooLateText', { number }) })
      else showToast({ title: t('sentNotice', { number }), text: t('sentText') })
    }
  }, [openIds, t])

  // A key for each bottom bar: the badge is mounted again instead of moving from one to the other.
  const bottomBar = pathname.startsWith('/product/') ? 'buybar' : 'dock'
  if (lostCount > 0) return <LostBanner key={bottomBar} count={lostCount} />
  if (!openIds || pathname === '/pending') return null
  const attentionCount = openIds.attention.length
  const count = openIds.pending.length + attentionCount
  if (count === 0) return null
  return (
    <Link key={bottomBar} className="pending-bar" data-testid="pending-badge" to="/pending">
      <Icon name={attentionCount > 0 ? 'circle-alert' : 'cloud-off'} />
      {attentionCount > 0 ? t('chipAttention', { count: attentionCount }) : t('chip', { count })}
      <Icon name="chevron-right" />
    </Link>
  )
}

/** Warns that the browser has deleted the outbox: it is unknown whether its orders had been sent. */
function LostBanner({ count }: { count: number }) {
  const t = useTranslations('outbox')
  return (
    <div className="pending-bar pending-bar--lost" role="alert">
      <Icon name="circle-alert" />
      <span>{t('lost', { count })}</span>
      <button type="button" className="btn btn--sm" onClick={acknowledgeLoss}>
        {t('lostSeen')}
      </button>
    </div>
  )
}
