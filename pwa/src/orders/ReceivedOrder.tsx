import type { UseQueryResult } from '@tanstack/react-query'
import type { Order } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { showToast } from '../shared/toasts.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { FollowOrder } from './FollowOrder.tsx'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { OrderItems } from './OrderItems.tsx'
import { copyToClipboard } from '../shared/copy-to-clipboard.ts'
import { share, telegramLink } from './share.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** Shows an order that the server has: number, status, lines, and the time by which the shop responds. */
export function ReceivedOrder({ order, query }: { order: Order; query: UseQueryResult<Order | null> }) {
  const t = useTranslations('order')
  const language = useLanguage()
  const { number, status, createdAt, answerBy } = order
  return (
    <>
      <h1 className="serif t-4">{t('page.received')}</h1>
      <p className="order-page__intro">
        {t('page.title', { number })} · {t('page.createdAt', { time: formatDateTime(createdAt, language) })}
      </p>
      <div className="order-summary">
        <p aria-live="polite" className="order-summary__status">
          <StatusBadge status={status} />
          {status === 'pending' && <span>{t('page.answerBy', { time: formatDateTime(answerBy, language) })}</span>}
          {status === 'cancelled' && <span>{t('page.cancelledText')}</span>}
        </p>
        {status === 'pending' && (
          <p className="note">
            <Icon name="message-circle" />
            <span>{t('page.promise')}</span>
          </p>
        )}
        {query.isError && (
          <p className="note note--warn">
            <Icon name="cloud-off" />
            <span>{t('page.lastKnown')}</span>
          </p>
        )}
        <Lines order={order} />
        <div className="button-group">
          <button
            type="button"
            className="btn btn--ink"
            disabled={query.isFetching}
            aria-busy={query.isFetching}
            onClick={() => void query.refetch()}
          >
            <Icon name="refresh-cw" size="i--sm" />
            {t('page.refresh')}
          </button>
          {(status === 'pending' || status === 'confirmed') && <FollowOrder id={order.id} />}
          <a className="btn btn--line" href={telegramLink} target="_blank" rel="noreferrer">
            <Icon name="message-circle" size="i--sm" />
            {t('telegram')}
          </a>
          <LinkButtons number={number} />
        </div>
      </div>
    </>
  )
}

function Lines({ order }: { order: Order }) {
  const t = useTranslations('order.page')
  return (
    <section className="order-summary__lines" aria-label={t('lines')}>
      <h2 className="serif t-1">{t('lines')}</h2>
      {order.items.length === 0 && <p className="muted">{t('enquiry')}</p>}
      <OrderItems
        order={order}
        name={({ slug, name }) => (slug ? <Link to={`/product/${slug}`}>{name}</Link> : name)}
        quoted={(sums) => t('quoted', sums)}
      />
    </section>
  )
}

/** Copies or shares the link of the order page, which shows neither name nor phone number. */
function LinkButtons({ number }: { number: string }) {
  const t = useTranslations()
  const showCopiedToast = (isCopied: boolean) => isCopied && showToast({ title: t('notice.linkCopied') })
  const canShare = 'share' in navigator
  return (
    <>
      <button
        type="button"
        className="btn btn--line"
        onClick={() => void copyToClipboard(location.href).then(showCopiedToast)}
      >
        <Icon name="copy" size="i--sm" />
        {t('order.page.copyLink')}
      </button>
      {canShare && (
        <button
          type="button"
          className="btn btn--line"
          onClick={() => void share({ text: t('order.page.title', { number }), url: location.href })}
        >
          <Icon name="share" size="i--sm" />
          {t('order.page.share')}
        </button>
      )}
    </>
  )
}
