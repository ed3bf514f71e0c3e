import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { notify } from '../notices/notices.ts'
import { saidSent, wasSaid } from '../orders/said-sent.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import './outbox.css'
import { isOpen } from './entry.ts'
import { pageOutbox } from './page-outbox.ts'
import { useLive } from './use-live.ts'

const readAll = () => pageOutbox().parts.db.outbox.toArray()

/** The strip that says that something waits. It starts the sender, and tells when what waited has arrived. */
export function PendingBadge() {
  const t = useTranslations('outbox')
  const { pathname } = useLocation()
  const live = useLive(readAll)
  const entries = live.state === 'read' ? live.value : undefined
  const waited = useRef(new Set<string>())

  useEffect(() => {
    for (const { id, state, answer } of entries ?? []) {
      if (state === 'queued' || state === 'sending') waited.current.add(id)
      else if (waited.current.delete(id) && state === 'sent' && !wasSaid(id)) {
        saidSent(id)
        notify({ title: t('sentNotice', { number: numberIn(answer) }), text: t('sentText') })
      }
    }
  }, [entries, t])

  const open = entries?.filter(isOpen) ?? []
  const attention = open.filter(({ state }) => state === 'attention').length
  if (open.length === 0 || pathname === '/pending') return null
  return (
    <Link className="qchip" to="/pending">
      <Icon name={attention > 0 ? 'circle-alert' : 'cloud-off'} />
      {attention > 0 ? t('chipAttention', { count: attention }) : t('chip', { count: open.length })}
      <Icon name="chevron-right" />
    </Link>
  )
}

/** The schemas of orders are not loaded for the sake of one number: classify.ts has seen that it is there. */
const numberIn = (answer: unknown): string => (answer as { number: string }).number
