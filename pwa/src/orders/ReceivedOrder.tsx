import type { UseQueryResult } from '@tanstack/react-query'
import type { Order } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { pickTone } from '@tsedra/contract/tone'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import type { Summary } from '../outbox/entry.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { OrderNumberText } from '../shared/ui/OrderNumberText.tsx'
import { FollowOrder } from './FollowOrder.tsx'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { OrderItems } from './OrderItems.tsx'
import { ReceivedOrderOptions } from './ReceivedOrderOptions.tsx'
import { useCurrentProducts } from './reorder/use-current-products.ts'
import { StatusBadge } from './StatusBadge.tsx'

interface Props {
  order: Order
  query: UseQueryResult<Order | null>
  /** Of the phone's own entry, if it has one. */
  summary: Summary | undefined
}

/** Shows an order that the server has: number, status, lines, and the time by which the shop responds. */
export function ReceivedOrder({ order, query, summary }: Props) {
  const t = useTranslations('order')
  const language = useLanguage()
  const { number, status, answerBy, amendedAt } = order
  const isCancelled = status === 'cancelled'
  return (
    <>
      <div className="order-received">
        <span className={`order-received__tick ${isCancelled ? 'order-received__tick--off' : ''}`}>
          <Icon name={isCancelled ? 'x' : 'check'} />
        </span>
        <h1 className="serif t-3">{t(isCancelled ? 'status.cancelled' : 'page.received')}</h1>
        <button
          type="button"
          className="icon-btn"
          aria-label={t('page.refresh')}
          title={t('page.refresh')}
          disabled={query.isFetching}
          aria-busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          <Icon name="refresh-cw" />
        </button>
      </div>
      <div className="order-summary">
        <div aria-live="polite">
          <p className="order-summary__status">
            <b>
              <OrderNumberText text={t('page.title', { number })} number={number} />
            </b>
            <StatusBadge status={status} />
          </p>
          {status === 'pending' && (
            <p className="order-received__deadline">
              {t('page.answerBy', { time: formatDateTime(answerBy, language) })}
            </p>
          )}
          {isCancelled && <p className="order-received__deadline">{t('page.cancelledText')}</p>}
        </div>
        {amendedAt && (
          <p className="note">
            <Icon name="pencil" />
            <span>{t('page.amended', { time: formatDateTime(amendedAt, language) })}</span>
          </p>
        )}
        {query.isError && (
          <p className="note note--warn">
            <Icon name="cloud-off" />
            <span>{t('page.lastKnown')}</span>
          </p>
        )}
        {(status === 'pending' || status === 'confirmed') && (
          <div className="button-group">
            <FollowOrder id={order.id} />
          </div>
        )}
        <Lines order={order} summary={summary} />
        <ReceivedOrderOptions order={order} />
      </div>
    </>
  )
}

function Lines({ order, summary }: { order: Order; summary: Summary | undefined }) {
  const t = useTranslations('order.page')
  const storedUrls = new Map(summary?.lines.map(({ productId, imageUrl }) => [productId, imageUrl]))
  // Another device has no entry of the order, and the API returns no pictures.
  const { products } = useCurrentProducts(order.items.filter(({ productId }) => !storedUrls.has(productId ?? '')))
  return (
    <section className="order-summary__lines" aria-label={t('lines')}>
      {order.items.length === 0 && <p className="muted">{t('enquiry')}</p>}
      <OrderItems
        order={order}
        picture={({ slug, productId }) => (
          <span className="plate" data-tone={pickTone(slug ?? '')}>
            <ProductPicture
              imageUrl={storedUrls.get(productId ?? '') ?? products?.get(slug ?? '')?.imageUrl ?? null}
              alt=""
              sizes="72px"
            />
          </span>
        )}
        name={({ slug, name }) => (slug ? <Link to={`/product/${slug}`}>{name}</Link> : name)}
        quoted={(sums) => t('quoted', sums)}
      />
    </section>
  )
}
