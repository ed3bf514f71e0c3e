import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { notify } from '../shared/notices.ts'
import { saidSent, wasSaid } from '../orders/said-sent.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import '../orders/queue.css'
import { Link } from '../shared/ui/Link.tsx'
import { forgetLost, useLost } from '../outbox/canary.ts'
import type { Entry } from '../outbox/entry.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import type { OpenIds } from '../outbox/queue.ts'

/** After an outage many arrive at once: nobody reads a notice for each. */
const TOLD_ONE_BY_ONE = 3

/** The strip that says that something waits; it tells what became of what waited. */
export function PendingBadge({ open }: { open: OpenIds | undefined }) {
  const t = useTranslations('outbox')
  const { pathname } = useLocation()
  const lost = useLost()
  const waited = useRef(new Set<string>())

  useEffect(() => {
    if (!open) return
    const now = new Set(open.pending)
    const left = [...waited.current].filter((id) => !now.has(id))
    waited.current = now
    void pageOutbox()
      .parts.db.outbox.bulkGet(left)
      .then((entries) =>
        tellAll(entries.filter((entry): entry is Entry => entry !== undefined && entry.state !== 'away')),
      )
      .catch(() => {})

    function tellAll(entries: Entry[]): void {
      if (entries.length <= TOLD_ONE_BY_ONE) entries.forEach(tell)
      else notify({ title: t('sentMany', { count: entries.length }), text: t('sentText') })
    }

    function tell({ id, state, reason }: Entry): void {
      const number = orderNumber(id)
      if (reason === 'order_cancelled') notify({ title: t('removed', { number }) })
      if (state !== 'sent' || wasSaid(id)) return
      saidSent(id)
      if (reason === 'too_late') notify({ kind: 'bad', title: t('tooLate'), text: t('tooLateText', { number }) })
      else notify({ title: t('sentNotice', { number }), text: t('sentText') })
    }
  }, [open, t])

  // One of its own on each bar: it is not seen to travel from the one before.
  const bar = pathname.startsWith('/product/') ? 'buybar' : 'dock'
  if (lost > 0) return <LostBanner key={bar} count={lost} />
  if (!open || pathname === '/pending') return null
  const attention = open.attention.length
  const count = open.pending.length + attention
  if (count === 0) return null
  return (
    <Link key={bar} className="qchip" data-testid="pending-badge" to="/pending">
      <Icon name={attention > 0 ? 'circle-alert' : 'cloud-off'} />
      {attention > 0 ? t('chipAttention', { count: attention }) : t('chip', { count })}
      <Icon name="chevron-right" />
    </Link>
  )
}

/** Browsers may delete what a site has kept. Then nobody knows whether these had been sent; silence would be a lie. */
function LostBanner({ count }: { count: number }) {
  const t = useTranslations('outbox')
  return (
    <div className="qchip qchip--lost" role="alert">
      <Icon name="circle-alert" />
      <span>{t('lost', { count })}</span>
      <button type="button" className="btn btn--sm" onClick={forgetLost}>
        {t('lostSeen')}
      </button>
    </div>
  )
}
