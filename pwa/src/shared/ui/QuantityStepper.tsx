import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'

/** Minimum and maximum number of packages. */
const MIN_QUANTITY = 1
const MAX_QUANTITY = 10

/** A quantity with − and + buttons, which are disabled at the bounds. */
export function QuantityStepper({ quantity, onChange }: { quantity: number; onChange: (quantity: number) => void }) {
  const t = useTranslations('product')
  return (
    <div className="stepper" role="group" aria-label={t('quantity')}>
      <button
        className="ibtn"
        type="button"
        aria-label={t('less')}
        disabled={quantity <= MIN_QUANTITY}
        onClick={() => onChange(quantity - 1)}
      >
        <Icon name="minus" size="i--sm" />
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        className="ibtn"
        type="button"
        aria-label={t('more')}
        disabled={quantity >= MAX_QUANTITY}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" size="i--sm" />
      </button>
    </div>
  )
}
