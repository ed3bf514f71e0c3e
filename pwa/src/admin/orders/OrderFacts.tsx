import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { OrderItems } from '../../orders/OrderItems.tsx'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { formatStaffMoment } from './format.ts'

/** What was asked for and said, and what the shop knows about it. */
export function OrderFacts({ order }: { order: StaffOrder }) {
  const t = useTranslations('desk.facts')
  const tLanguage = useTranslations('desk.languages')
  const language = useLanguage()
  const { customerComment, createdAt, answerBy, telegramSent, customerHearsInTelegram, customerId } = order
  return (
    <>
      <Lines order={order} />
      {customerComment && <p className="quote">{customerComment}</p>}
      <dl className="dl">
        <Fact name={t('created')}>{formatStaffMoment(createdAt, language)}</Fact>
        <Fact name={t('answerBy')}>{formatStaffMoment(answerBy, language)}</Fact>
        <Fact name={t('language')}>{tLanguage(order.language)}</Fact>
        <Fact name={t('customer')}>{t(customerId ? 'account' : 'guest')}</Fact>
        <Fact name={t('telegramSent')}>
          <YesNo yes={telegramSent} />
        </Fact>
        <Fact name={t('hears')}>
          <YesNo yes={customerHearsInTelegram} />
        </Fact>
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function YesNo({ yes }: { yes: boolean }) {
  const t = useTranslations('desk')
  return (
    <span className="yesno">
      <Icon name={yes ? 'check' : 'minus'} size="i--sm" />
      {t(yes ? 'yes' : 'no')}
    </span>
  )
}

function Lines({ order }: { order: StaffOrder }) {
  const t = useTranslations()
  if (order.items.length === 0) return <p className="muted">{t('order.page.enquiry')}</p>
  return (
    <section className="told__lines odr__lines" aria-label={t('desk.facts.lines')}>
      <OrderItems order={order} name={({ name }) => name} unitPrice quoted={(sums) => t('desk.facts.quoted', sums)} />
    </section>
  )
}
