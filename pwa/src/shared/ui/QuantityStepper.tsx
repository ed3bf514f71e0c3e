import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'

/** Minimum and maximum number of packages. */
const MIN_QUANTITY = 1
export const MAX_QUANTITY = 10

interface Props {
  quantity: number
  onChange: (quantity: number) => void
  /** Name of the product, for the accessible names where a screen has several steppers. */
  product?: string
}

/** A quantity with − and + buttons, which are disabled at the bounds. */
export function QuantityStepper({ quantity, onChange, product }: Props) {
  const t = useTranslations('product')
  const label = (action: 'quantity' | 'less' | 'more') => (product ? `${t(action)}: ${product}` : t(action))
  return (
    <div className="stepper" role="group" aria-label={label('quantity')}>
      <button
        className="icon-btn"
        type="button"
        aria-label={label('less')}
        disabled={quantity <= MIN_QUANTITY}
        onClick={() => onChange(quantity - 1)}
      >
        <Icon name="minus" size="i--sm" />
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        className="icon-btn"
        type="button"
        aria-label={label('more')}
        disabled={quantity >= MAX_QUANTITY}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" size="i--sm" />
      </button>
    </div>
  )
}
