import { MAX_LINE_QUANTITY } from '@tsedra/contract/order-lines'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'

interface Props {
  /** Name of the counted item, for accessible names. */
  itemName: string
  quantity: number
  /** Where 0 removes the item, the minimum is 0. */
  min?: 0 | 1
  disabled: boolean
  onChange: (quantity: number) => void
}

/** A field for up to 99 packages, with buttons; text that is not a number counts as the minimum (specification, section 5). */
export function QuantityField({ itemName, quantity, min = 0, disabled, onChange }: Props) {
  const t = useTranslations('product')
  const [typed, setTyped] = useState<string>()

  function commit(): void {
    if (typed === undefined) return
    setTyped(undefined)
    const nextQuantity = parseQuantity(typed, min)
    if (nextQuantity !== quantity) onChange(nextQuantity)
  }

  return (
    <div className="stepper" role="group" aria-label={`${t('quantity')}: ${itemName}`}>
      <button
        className="icon-btn"
        type="button"
        aria-label={`${t('less')}: ${itemName}`}
        disabled={disabled || quantity <= min}
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // A form would be sent with the quantity before this one.
          event.preventDefault()
          commit()
        }}
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

/** Returns the typed number of packages, clamped to the minimum and 99; the minimum for text that is not a number. */
export const parseQuantity = (typed: string, min = 0): number =>
  Math.min(MAX_LINE_QUANTITY, Math.max(min, Number.parseInt(typed.trim(), 10) || min))
