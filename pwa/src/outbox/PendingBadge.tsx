import { orderNumber } from '@tsedra/contract/orders'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { notify } from '../notices/notices.ts'
import { saidSent, wasSaid } from '../orders/said-sent.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import './outbox.css'
import { type Entry, isPending } from './entry.ts'
import { pageOutbox } from './page-outbox.ts'
import { openEntries } from './queue.ts'
import { useLive } from './use-live.ts'

const readOpen = () => openEntries(pageOutbox().parts.db)

/** The strip that says that something waits. It starts the sender, and tells what became of what waited. */
export function PendingBadge() {
  const t = useTranslations('outbox')
  const { pathname } = useLocation()
  const live = useLive(readOpen)
  const open = live.state === 'read' ? live.value : undefined
  const waited = useRef(new Set<string>())

  useEffect(() => {
    if (!open) return
    const now = new Set(open.filter(isPending).map(({ id }) => id))
    const left = [...waited.current].filter((id) => !now.has(id))
    waited.current = now
    void pageOutbox()
      .parts.db.outbox.bulkGet(left)
      .then((entries) => entries.forEach((entry) => entry && tell(entry)))
      .catch(() => {})

    function tell({ id, state, reason }: Entry): void {
      const number = orderNumber(id)
      if (reason === 'order_cancelled') notify({ title: t('removed', { number }) })
      if (reason === 'reopened' && location.pathname !== '/pending') notify({ title: t('leftInForm') })
      if (state !== 'sent' || wasSaid(id)) return
      saidSent(id)
      if (reason === 'too_late') notify({ kind: 'bad', title: t('tooLate'), text: t('tooLateText', { number }) })
      else notify({ title: t('sentNotice', { number }), text: t('sentText') })
    }
  }, [open, t])

  if (!open?.length || pathname === '/pending') return null
  const attention = open.filter(({ state }) => state === 'attention').length
  return (
    <Link className="qchip" to="/pending">
      <Icon name={attention > 0 ? 'circle-alert' : 'cloud-off'} />
      {attention > 0 ? t('chipAttention', { count: attention }) : t('chip', { count: open.length })}
      <Icon name="chevron-right" />
    </Link>
  )
}
