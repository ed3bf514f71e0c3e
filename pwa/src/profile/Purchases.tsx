import { formatPackage } from '@tsedra/contract/packages'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { parseMoney } from '@tsedra/contract/money'
import type { Order } from '@tsedra/contract/orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Price } from '../catalogue/Price.tsx'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { useReorder } from '../orders/reorder/use-reorder.ts'
import { StatusBadge } from '../orders/StatusBadge.tsx'
import { useLanguage } from '../shared/i18n/language.ts'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { OrderNumberText } from '../shared/ui/OrderNumberText.tsx'
import { CardHeader } from './CardHeader.tsx'
import { olderPurchasesQuery, PAGE_SIZE, type PurchasesPageData } from './purchases-query.ts'

/** The user's orders, newest first. */
export function Purchases({ query: { data, error, isError, refetch } }: { query: UseQueryResult<PurchasesPageData> }) {
  const t = useTranslations('profile.purchases')
  return (
    <section aria-labelledby="purchases">
      <CardHeader
        id="purchases"
        title={t('title')}
        count={data?.total ? t('count', { count: data.total }) : ''}
        isStale={isError && data !== undefined}
      />
      <div className="purchases">
        {!data && (isError ? <LoadError error={error} onRetry={() => void refetch()} /> : <PurchasesSkeleton />)}
        {data?.total === 0 && <EmptyState icon="shopping-bag" title={t('empty')} text={t('emptyText')} />}
        {data && data.total > 0 && <PurchasesPage orders={data.orders} total={data.total} nextOffset={PAGE_SIZE} />}
      </div>
    </section>
  )
}

/** A page of orders, with a button that loads the next one. */
function PurchasesPage({ orders, total, nextOffset }: { orders: readonly Order[]; total: number; nextOffset: number }) {
  const t = useTranslations('profile.purchases')
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <>
      {orders.map((order) => (
        <Purchase key={order.id} order={order} />
      ))}
      {isExpanded && <OlderPage offset={nextOffset} />}
      {!isExpanded && nextOffset < total && (
        <button type="button" className="btn btn--line purchases__more" onClick={() => setIsExpanded(true)}>
          <Icon name="arrow-down" size="i--sm" />
          {t('more')}
        </button>
      )}
    </>
  )
}

function OlderPage({ offset }: { offset: number }) {
  const { data, error, isError, refetch } = useQuery(olderPurchasesQuery(useLanguage(), offset))
  if (data) return <PurchasesPage orders={data.orders} total={data.total} nextOffset={offset + PAGE_SIZE} />
  return isError ? <LoadError error={error} onRetry={() => void refetch()} /> : <PurchasesSkeleton />
}

function Purchase({ order }: { order: Order }) {
  const t = useTranslations()
  const language = useLanguage()
  const { busy, reorder } = useReorder(order.items)
  const { id, number, status, items, totalAmount, createdAt } = order
  return (
    <article className="purchase">
      <div className="purchase__head">
        <h3>
          <Link to={`/order/${id}`}>
            <OrderNumberText text={t('order.page.title', { number })} number={number} />
          </Link>
        </h3>
        <time className="muted sm" dateTime={createdAt}>
          {formatDateTime(createdAt, language)}
        </time>
        <StatusBadge status={status} />
      </div>
      <ul className="purchase__lines">
        {items.length === 0 && <li className="muted">{t('order.page.enquiry')}</li>}
        {items.map(({ slug, name, packageSize, quantity, lineTotal }) => (
          <li key={`${slug}${name}${packageSize}`}>
            <span>
              {name}{' '}
              <span className="sm muted">
                {formatPackage(packageSize, language)} × {quantity}
              </span>
            </span>
            <Price kopiykas={parseMoney(lineTotal) ?? 0} />
          </li>
        ))}
      </ul>
      {items.length > 0 && (
        <div className="purchase__foot">
          <button
            type="button"
            className="btn btn--soft btn--sm"
            aria-label={t('profile.purchases.againNumber', { number })}
            aria-busy={busy}
            disabled={busy}
            onClick={() => void reorder()}
          >
            {busy ? <span className="spin" aria-hidden="true" /> : <Icon name="refresh-cw" size="i--sm" />}
            {t(busy ? 'profile.purchases.looking' : 'profile.purchases.again')}
          </button>
          <p>
            <span className="muted sm">{t('order.total')}</span> <Price kopiykas={parseMoney(totalAmount ?? '') ?? 0} />
          </p>
        </div>
      )}
    </article>
  )
}

function PurchasesSkeleton() {
  const t = useTranslations()
  return (
    <div className="purchase" role="status" aria-label={t('loading')}>
      <span className="sk sk--line">…</span>
      <span className="sk sk--control" />
    </div>
  )
}
