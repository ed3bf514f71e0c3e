import { useQuery } from '@tanstack/react-query'
import { orderNumber } from '@tsedra/contract/order-number'
import { useCallback, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/document-head.ts'
import './queue.css'
import { isOpen } from '../outbox/entry.ts'
import type { OutboxDatabase } from '../outbox/database.ts'
import { useLive } from '../outbox/use-live.ts'
import { failureOf } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Empty } from '../shared/ui/Empty.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { forgetJustSaved, justSaved } from './just-saved.ts'
import { KeptOrder } from './KeptOrder.tsx'
import { isOrderId, orderQuery, parsedOrder } from './order-query.ts'
import { ReceivedOrder } from './ReceivedOrder.tsx'
import '../shared/ui/note.css'
import './orders.css'

/** Confirmation and status in one: what this phone knows of an order, and what the shop knows. */
export function OrderPage() {
  const t = useTranslations('order.page')
  const { id = '' } = useParams()
  useTitle(t('title', { number: orderNumber(id) }))
  return (
    <section className="wrap queue">
      <Link className="back" to="/">
        <Icon name="arrow-left" size="i--sm" />
        {t('back')}
      </Link>
      {isOrderId(id) ? <OneOrder id={id} /> : <NoSuchOrder />}
    </section>
  )
}

function OneOrder({ id }: { id: string }) {
  const t = useTranslations()
  const language = useLanguage()
  const kept = useLive(useCallback(({ outbox }: OutboxDatabase) => outbox.get(id), [id]))
  const entry = kept.state === 'read' ? kept.value : kept.state === 'reading' ? justSaved(id) : undefined
  useEffect(() => (kept.state === 'reading' ? undefined : forgetJustSaved()), [kept.state])
  const onlyHere = entry !== undefined && (isOpen(entry) || entry.reason === 'withdrawn')
  const asked = useQuery({ ...orderQuery(id, language), enabled: kept.state !== 'reading' && !onlyHere })

  if (entry && onlyHere) return <KeptOrder entry={entry} />
  const order = asked.data ?? parsedOrder(entry?.answer)
  if (order) return <ReceivedOrder order={order} asked={asked} />
  if (entry?.state === 'cancelled') return <KeptOrder entry={entry} />
  if (kept.state === 'reading' || asked.isPending) {
    return (
      <output className="page-wait" aria-label={t('loading')}>
        <span className="sk sk--line">…</span>
      </output>
    )
  }
  if (!asked.isError) return <NoSuchOrder />
  const { is, waitMinutes } = failureOf(asked.error)
  return (
    <Empty
      icon={is === 'network' ? 'cloud-off' : 'circle-alert'}
      title={t(is === 'network' ? 'order.page.unreachable' : 'error.title')}
      text={is === 'network' ? t('order.page.unreachableText') : t(`error.${is}`, { minutes: waitMinutes })}
    >
      <button type="button" className="btn btn--line" disabled={asked.isFetching} onClick={() => void asked.refetch()}>
        <Icon name="refresh-cw" size="i--sm" />
        {t(asked.isFetching ? 'order.page.refreshing' : 'action.retry')}
      </button>
    </Empty>
  )
}

function NoSuchOrder() {
  const t = useTranslations('order')
  return (
    <Empty icon="search" title={t('page.notFound')} text={t('page.notFoundText')}>
      <Link className="btn btn--line" to="/pending">
        {t('page.pending')}
      </Link>
    </Empty>
  )
}
