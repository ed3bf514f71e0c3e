import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { parseMoney } from '@tsedra/contract/money'
import type { Order } from '@tsedra/contract/orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Price } from '../catalogue/Price.tsx'
import { formatMoment } from '../shared/i18n/moment.ts'
import { StatusBadge } from '../orders/StatusBadge.tsx'
import { formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Empty } from '../shared/ui/Empty.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { CardHead } from './CardHead.tsx'
import { olderPurchasesQuery, PAGE, type Purchased } from './purchases.ts'
import { useOrderAgain } from './use-order-again.ts'

/** What this person has ordered, newest first. */
export function Purchases({ found: { data, error, isError, refetch } }: { found: UseQueryResult<Purchased> }) {
  const t = useTranslations('profile.purchases')
  return (
    <section aria-labelledby="purchases">
      <CardHead
        id="purchases"
        title={t('title')}
        count={data?.total ? t('count', { count: data.total }) : ''}
        stale={isError && data !== undefined}
      />
      <div className="hist">
        {!data && (isError ? <LoadError error={error} onRetry={() => void refetch()} /> : <PurchasesWait />)}
        {data?.total === 0 && <Empty icon="shopping-bag" title={t('empty')} text={t('emptyText')} />}
        {data && data.total > 0 && <Page orders={data.orders} total={data.total} next={PAGE} />}
      </div>
    </section>
  )
}

/** A page of orders; the one after it follows when it is asked for. */
function Page({ orders, total, next }: { orders: readonly Order[]; total: number; next: number }) {
  const t = useTranslations('profile.purchases')
  const [opened, setOpened] = useState(false)
  return (
    <>
      {orders.map((order) => (
        <Purchase key={order.id} order={order} />
      ))}
      {opened && <OlderPage offset={next} />}
      {!opened && next < total && (
        <button type="button" className="btn btn--line hist__more" onClick={() => setOpened(true)}>
          <Icon name="arrow-down" size="i--sm" />
          {t('more')}
        </button>
      )}
    </>
  )
}

function OlderPage({ offset }: { offset: number }) {
  const { data, error, isError, refetch } = useQuery(olderPurchasesQuery(useLanguage(), offset))
  if (data) return <Page orders={data.orders} total={data.total} next={offset + PAGE} />
  return isError ? <LoadError error={error} onRetry={() => void refetch()} /> : <PurchasesWait />
}

function Purchase({ order }: { order: Order }) {
  const t = useTranslations()
  const language = useLanguage()
  const { busy, again } = useOrderAgain(order)
  const { id, number, status, items, totalAmount, createdAt } = order
  return (
    <article className="buy">
      <div className="buy__head">
        <h3>
          <Link to={`/order/${id}`}>{t('order.page.title', { number })}</Link>
        </h3>
        <time className="muted sm" dateTime={createdAt}>
          {formatMoment(createdAt, language)}
        </time>
        <StatusBadge status={status} />
      </div>
      <ul className="buy__lines">
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
        <div className="buy__foot">
          <button
            type="button"
            className="btn btn--soft btn--sm"
            aria-label={t('profile.purchases.againNumber', { number })}
            aria-busy={busy}
            disabled={busy}
            onClick={() => void again()}
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

function PurchasesWait() {
  const t = useTranslations()
  return (
    <div className="buy" role="status" aria-label={t('loading')}>
      <span className="sk sk--line">…</span>
      <span className="sk sk--control" />
    </div>
  )
}
