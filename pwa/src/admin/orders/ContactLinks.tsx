import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { formatPhone } from './format-order.ts'

type ContactableOrder = Pick<StaffOrder, 'customerPhone' | 'phoneIsValid' | 'customerHearsInTelegram'>

/** Whether the customer receives status changes, and how to reach them when not. */
export function ContactLinks({ order }: { order: ContactableOrder }) {
  const t = useTranslations('desk.reach')
  const { customerHearsInTelegram, phoneIsValid, customerPhone } = order
  if (customerHearsInTelegram)
    return (
      <p className="contact-links">
        <Icon name="send" size="i--sm" />
        <span>{t('told')}</span>
      </p>
    )
  return (
    <p className="contact-links">
      <Icon name="phone" size="i--sm" />
      <span>
        {t('notTold')} <a href={getPhoneLink(order)}>{formatPhone(customerPhone)}</a>
        {phoneIsValid && (
          <>
            {' · '}
            <a href={getTelegramLink(order)} target="_blank" rel="noreferrer">
              Telegram
            </a>
          </>
        )}
      </span>
    </p>
  )
}

const getPhoneDigits = ({ customerPhone }: ContactableOrder): string => customerPhone.replace(/\D/g, '')

export const getPhoneLink = (order: ContactableOrder): string =>
  `tel:${order.phoneIsValid ? '+' : ''}${getPhoneDigits(order)}`

/** Returns the link to the Telegram chat of this phone. */
export const getTelegramLink = (order: ContactableOrder): string => `https://t.me/+${getPhoneDigits(order)}`
