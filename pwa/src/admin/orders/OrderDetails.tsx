import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { OrderItems } from '../../orders/OrderItems.tsx'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { formatKyivDateTime } from './format-order.ts'

/** Items, comment and metadata of an order. */
export function OrderDetails({ order }: { order: StaffOrder }) {
  const t = useTranslations('desk.facts')
  const tLanguage = useTranslations('desk.languages')
  const language = useLanguage()
  const { customerComment, createdAt, answerBy, telegramSent, customerHearsInTelegram, customerTelegram, customerId } =
    order
  return (
    <>
      <OrderLines order={order} />
      {customerComment && <p className="quote">{customerComment}</p>}
      <dl className="dl">
        <DetailRow name={t('created')}>{formatKyivDateTime(createdAt, language)}</DetailRow>
        <DetailRow name={t('answerBy')}>{formatKyivDateTime(answerBy, language)}</DetailRow>
        <DetailRow name={t('language')}>{tLanguage(order.language)}</DetailRow>
        <DetailRow name={t('source')}>{t(`sources.${order.source}`)}</DetailRow>
        <DetailRow name={t('customer')}>{t(customerId ? 'account' : 'guest')}</DetailRow>
        {customerTelegram && <DetailRow name={t('telegram')}>@{customerTelegram}</DetailRow>}
        <DetailRow name={t('telegramSent')}>
          <YesNo value={telegramSent} />
        </DetailRow>
        <DetailRow name={t('hears')}>
          <YesNo value={customerHearsInTelegram} />
        </DetailRow>
      </dl>
    </>
  )
}

function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function YesNo({ value }: { value: boolean }) {
  const t = useTranslations('desk')
  return (
    <span className="yes-no">
      <Icon name={value ? 'check' : 'minus'} size="i--sm" />
      {t(value ? 'yes' : 'no')}
    </span>
  )
}

function OrderLines({ order }: { order: StaffOrder }) {
  const t = useTranslations()
  if (order.items.length === 0) return <p className="muted">{t('order.page.enquiry')}</p>
  return (
    <section className="order-summary__lines order-drawer__lines" aria-label={t('desk.facts.lines')}>
      <OrderItems order={order} name={({ name }) => name} unitPrice quoted={(sums) => t('desk.facts.quoted', sums)} />
    </section>
  )
}
