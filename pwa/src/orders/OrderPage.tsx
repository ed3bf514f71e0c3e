import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { orderNumber } from '@tsedra/contract/order-number'
import type { Order } from '@tsedra/contract/orders'
import { useCallback, useEffect, useState } from 'react'
import { useParams } from '../shared/router/Routes.tsx'
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
  const t = useTranslations('order.page')
  const language = useLanguage()
  const { placed } = pageOutbox()
  const stored = useLiveQuery(useCallback(({ outbox }: OutboxDatabase) => outbox.get(id), [id]))
  const isReading = stored.state === 'reading'
  const entry = stored.state === 'read' ? stored.value : isReading ? placed.getJustSaved(id) : undefined
  useEffect(() => (isReading ? undefined : placed.setJustSaved(undefined)), [isReading, placed])
  const isLocal = entry !== undefined && (isOpen(entry) || entry.reason === 'withdrawn')
  const query = useQuery({ ...orderQuery(id, language), enabled: !isReading && !isLocal })
  const order = isLocal ? undefined : (query.data ?? parseOrder(entry?.answer))
  const [wasOpen, setWasOpen] = useState(false)
  if (entry && isOpen(entry) && !wasOpen) setWasOpen(true)

  return (
    <>
      {/* The page changes under the shopper without a toast; screen readers announce that from here. */}
      <p className="visually-hidden" role="status">
        {wasOpen && order && t('received')}
      </p>
      {order ? (
        <ReceivedOrder order={order} query={query} summary={entry?.summary} />
      ) : entry && (isLocal || entry.state === 'cancelled') ? (
        <LocalOrder key={id} entry={entry} />
      ) : (
        <MissingOrder query={query} isReading={isReading} />
      )}
    </>
  )
}

/** Shows why there is no order to show: it is loading, unknown to the shop, or the shop is not reachable. */
function MissingOrder({ query, isReading }: { query: UseQueryResult<Order | null>; isReading: boolean }) {
  const t = useTranslations()
  if (isReading || query.isPending) {
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
