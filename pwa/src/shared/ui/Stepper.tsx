import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'

/** Fewest and most packages of one product on a card. */
const FEWEST = 1
const MOST = 10

/** How many packages; the buttons stop at the bounds. */
export function Stepper({ quantity, onChange }: { quantity: number; onChange: (quantity: number) => void }) {
  const t = useTranslations('product')
  return (
    <div className="stepper" role="group" aria-label={t('quantity')}>
      <button
        className="ibtn"
        type="button"
        aria-label={t('less')}
        disabled={quantity <= FEWEST}
        onClick={() => onChange(quantity - 1)}
      >
        <Icon name="minus" size="i--sm" />
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        className="ibtn"
        type="button"
        aria-label={t('more')}
        disabled={quantity >= MOST}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" size="i--sm" />
      </button>
    </div>
  )
}
