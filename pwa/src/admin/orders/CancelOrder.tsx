import type { getStaffOrder } from '@tsedra/contract/admin-orders'
import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { OrderNumberText } from '../../shared/ui/OrderNumberText.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { ContactLinks } from './ContactLinks.tsx'
import type { OrderWithStatus } from './use-change-status.ts'

interface Props {
  order: OrderWithStatus
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms a cancellation. Once loaded, the order shows whether the customer is notified in Telegram. */
export function CancelOrder({ order: { id, customerName }, busy, onConfirm, onClose }: Props) {
  const t = useTranslations('desk.cancel')
  const lang = useLanguage()
  const number = orderNumber(id)
  const { data } = useAdminQuery<typeof getStaffOrder>('GET /api/admin/orders/:id', { params: { id }, query: { lang } })
  return (
    <ConfirmDialog
      title={<OrderNumberText text={t('title', { number })} number={number} />}
      confirmLabel={t('action')}
      cancelLabel={t('keep')}
      busy={busy}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div className="cancel">
        <p>{data?.customerHearsInTelegram ? t('told', { name: customerName }) : customerName}</p>
        {data && !data.customerHearsInTelegram && <ContactLinks order={data} />}
      </div>
    </ConfirmDialog>
  )
}
