import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { formatPhone } from './format.ts'

type Reached = Pick<StaffOrder, 'customerPhone' | 'phoneIsValid' | 'customerHearsInTelegram'>

/** Whether the customer receives status changes, and how to reach them when not. */
export function Reach({ order }: { order: Reached }) {
  const t = useTranslations('desk.reach')
  const { customerHearsInTelegram, phoneIsValid, customerPhone } = order
  if (customerHearsInTelegram)
    return (
      <p className="reach">
        <Icon name="send" size="i--sm" />
        <span>{t('told')}</span>
      </p>
    )
  return (
    <p className="reach">
      <Icon name="phone" size="i--sm" />
      <span>
        {t('notTold')} <a href={phoneLink(order)}>{formatPhone(customerPhone)}</a>
        {phoneIsValid && (
          <>
            {' · '}
            <a href={telegramLink(order)} target="_blank" rel="noreferrer">
              Telegram
            </a>
          </>
        )}
      </span>
    </p>
  )
}

const digitsOf = ({ customerPhone }: Reached): string => customerPhone.replace(/\D/g, '')

export const phoneLink = (order: Reached): string => `tel:${order.phoneIsValid ? '+' : ''}${digitsOf(order)}`

/** Opens the chat of the person who has this phone. */
export const telegramLink = (order: Reached): string => `https://t.me/+${digitsOf(order)}`
