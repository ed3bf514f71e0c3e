import type { OrderStatus } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { answerTime } from './answer-time.ts'

/** How long there is to answer an order, by sign, words and colour; nothing once it is answered. */
export function AnswerBy({ order: { status, createdAt }, now }: { order: Promised; now: number }) {
  const t = useTranslations('desk.answer')
  if (status !== 'pending') return null
  const { state, left } = answerTime(Date.parse(createdAt), now)
  const { unit, ...counts } = left
  return (
    <span className={`answer answer--${state}`}>
      <Icon name={state === 'late' ? 'circle-alert' : 'clock'} size="i--sm" />
      {t(state, { time: t(`time.${unit}`, counts) })}
    </span>
  )
}

interface Promised {
  status: OrderStatus
  createdAt: string
}
