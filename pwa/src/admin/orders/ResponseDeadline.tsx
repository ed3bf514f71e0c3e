import type { OrderStatus } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { readShopView } from '../../shared/i18n/shop-view.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { getResponseTime } from './response-time.ts'

/** The time left to respond to a pending order, as icon, text and colour. */
export function ResponseDeadline({ order: { status, createdAt }, now }: { order: DeadlineOrder; now: number }) {
  const t = useTranslations('desk.answer')
  const language = useLanguage()
  if (status !== 'pending') return null
  const { promiseHours } = readShopView(language)
  const { state, remaining } = getResponseTime(Date.parse(createdAt), now, promiseHours)
  const { unit, ...counts } = remaining
  return (
    <span className={`answer answer--${state}`}>
      <Icon name={state === 'late' ? 'circle-alert' : 'clock'} size="i--sm" />
      {t(state, { time: t(`time.${unit}`, counts) })}
    </span>
  )
}

interface DeadlineOrder {
  status: OrderStatus
  createdAt: string
}
