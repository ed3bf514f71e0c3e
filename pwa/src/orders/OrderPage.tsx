import { useQuery } from '@tanstack/react-query'
import { orderNumber } from '@tsedra/contract/order-number'
import { useCallback, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/use-title.ts'
import './queue.css'
import { isOpen } from '../outbox/entry.ts'
import type { OutboxDatabase } from '../outbox/database.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { useLiveQuery } from '../outbox/use-live-query.ts'
import { getFailure } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LocalOrder } from './LocalOrder.tsx'
import { isOrderId, orderQuery, parseOrder } from './order-query.ts'
import { ReceivedOrder } from './ReceivedOrder.tsx'
import '../shared/ui/note.css'
import './orders.css'

/** Shows confirmation and status of an order, from the outbox or from the server. */
export function OrderPage() {
  const t = useTranslations('order.page')
  const { id = '' } = useParams()
  useTitle(t('title', { number: orderNumber(id) }))
  return (
    <section className="wrap order-page">
      <Link className="back" to="/">
        <Icon name="arrow-left" size="i--sm" />
        {t('back')}
      </Link>
      {isOrderId(id) ? <OrderView id={id} /> : <OrderNotFound />}
    </section>
  )
}

function OrderView({ id }: { id: string }) {
  const t = useTranslations()
  const language = useLanguage()
  const { placed } = pageOutbox()
  const stored = useLiveQuery(useCallback(({ outbox }: OutboxDatabase) => outbox.get(id), [id]))
  const entry =
    stored.state === 'read' ? stored.value : stored.state === 'reading' ? placed.getJustSaved(id) : undefined
  useEffect(() => (stored.state === 'reading' ? undefined : placed.setJustSaved(undefined)), [stored.state, placed])
  const isLocalOnly = entry !== undefined && (isOpen(entry) || entry.reason === 'withdrawn')
  const query = useQuery({ ...orderQuery(id, language), enabled: stored.state !== 'reading' && !isLocalOnly })

  if (entry && isLocalOnly) return <LocalOrder entry={entry} />
  const order = query.data ?? parseOrder(entry?.answer)
  if (order) return <ReceivedOrder order={order} query={query} />
  if (entry?.state === 'cancelled') return <LocalOrder entry={entry} />
  if (stored.state === 'reading' || query.isPending) {
    return (
      <output className="page-loading" aria-label={t('loading')}>
        <span className="sk sk--line">…</span>
      </output>
    )
  }
  if (!query.isError) return <OrderNotFound />
  const { kind: failureKind, waitMinutes } = getFailure(query.error)
  return (
    <EmptyState
      icon={failureKind === 'network' ? 'cloud-off' : 'circle-alert'}
      title={t(failureKind === 'network' ? 'order.page.unreachable' : 'error.title')}
      text={
        failureKind === 'network'
          ? t('order.page.unreachableText')
          : t(`error.${failureKind}`, { minutes: waitMinutes })
      }
    >
      <button type="button" className="btn btn--line" disabled={query.isFetching} onClick={() => void query.refetch()}>
        <Icon name="refresh-cw" size="i--sm" />
        {t(query.isFetching ? 'order.page.refreshing' : 'action.retry')}
      </button>
    </EmptyState>
  )
}

function OrderNotFound() {
  const t = useTranslations('order')
  return (
    <EmptyState icon="search" title={t('page.notFound')} text={t('page.notFoundText')}>
      <Link className="btn btn--line" to="/pending">
        {t('page.pending')}
      </Link>
    </EmptyState>
  )
}
