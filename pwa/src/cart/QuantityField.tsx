import { MAX_LINE_QUANTITY } from '@tsedra/contract/cart'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../shared/ui/Icon.tsx'

interface Props {
  /** Name of the counted item, for accessible names. */
  itemName: string
  quantity: number
  disabled: boolean
  onChange: (quantity: number) => void
}

/** A field for 0 to 99 packages, with buttons; text that is not a number counts as 0 (specification, section 5). */
export function QuantityField({ itemName, quantity, disabled, onChange }: Props) {
  const t = useTranslations('product')
  const [typed, setTyped] = useState<string>()

  function commit(): void {
    if (typed === undefined) return
    setTyped(undefined)
    const nextQuantity = parseQuantity(typed)
    if (nextQuantity !== quantity) onChange(nextQuantity)
  }

  return (
    <div className="stepper" role="group" aria-label={`${t('quantity')}: ${itemName}`}>
      <button
        className="icon-btn"
        type="button"
        aria-label={`${t('less')}: ${itemName}`}
        disabled={disabled}
        onClick={() => onChange(quantity - 1)}
      >
        <Icon name="minus" size="i--sm" />
      </button>
      <input
        inputMode="numeric"
        autoComplete="off"
        size={2}
        maxLength={4}
        aria-label={`${t('quantity')}: ${itemName}`}
        value={typed ?? quantity}
        disabled={disabled}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
      <button
        className="icon-btn"
        type="button"
        aria-label={`${t('more')}: ${itemName}`}
        disabled={disabled || quantity >= MAX_LINE_QUANTITY}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" size="i--sm" />
      </button>
    </div>
  )
}

/** Returns the typed number of packages, clamped to 0 to 99; 0 for text that is not a number. */
export const parseQuantity = (typed: string): number =>
  Math.min(MAX_LINE_QUANTITY, Math.max(0, Number.parseInt(typed.trim(), 10) || 0))
