import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { statusLooks } from '../../orders/StatusBadge.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'

interface Props {
  label: string
  status: OrderStatus
  disabled: boolean
  onChoose: (status: OrderStatus) => void
}

/** How far an order is, to be changed in place: sign, word and colour around a native select. */
export function StatusChoice({ label, status, disabled, onChoose }: Props) {
  const t = useTranslations('order.status')
  return (
    <span className={`status status--${status}`}>
      <Icon name={statusLooks[status].icon} />
      <select
        aria-label={label}
        value={status}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value as OrderStatus)}
      >
        {orderStatuses.map((each) => (
          <option key={each} value={each}>
            {t(each)}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}
