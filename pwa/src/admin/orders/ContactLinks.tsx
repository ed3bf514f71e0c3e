import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { formatPhone } from './format-order.ts'
import { createTelegramLink } from './replies/telegram-link.ts'

type ContactableOrder = Pick<
  StaffOrder,
  'customerPhone' | 'phoneIsValid' | 'customerTelegram' | 'customerHearsInTelegram'
>

/** Whether the customer receives status changes, and how to reach them when not. */
export function ContactLinks({ order }: { order: ContactableOrder }) {
  const t = useTranslations('desk.reach')
  const { customerHearsInTelegram, customerPhone, customerTelegram } = order
  const telegramLink = getTelegramLink(order)
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
        {telegramLink && (
          <>
            {' · '}
            <a href={telegramLink} target="_blank" rel="noreferrer">
              {customerTelegram ? `@${customerTelegram}` : 'Telegram'}
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

/** Returns the link to the Telegram chat of the customer; undefined without a name and a valid phone. */
export const getTelegramLink = ({
  customerTelegram,
  customerPhone,
  phoneIsValid,
}: ContactableOrder): string | undefined =>
  createTelegramLink({ telegram: customerTelegram, phone: phoneIsValid ? customerPhone : null })
