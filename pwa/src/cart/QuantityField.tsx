import { LINE_MAX } from '@tsedra/contract/cart'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../shared/ui/Icon.tsx'

interface Props {
  /** What is counted, in words. */
  of: string
  quantity: number
  disabled: boolean
  onChange: (quantity: number) => void
}

/** How many packages, from 0 to 99, tapped or typed; what is no number counts as 0 (specification, section 5). */
export function QuantityField({ of, quantity, disabled, onChange }: Props) {
  const t = useTranslations('product')
  const [typed, setTyped] = useState<string>()

  function take(): void {
    if (typed === undefined) return
    setTyped(undefined)
    const wanted = readQuantity(typed)
    if (wanted !== quantity) onChange(wanted)
  }

  return (
    <div className="stepper" role="group" aria-label={`${t('quantity')}: ${of}`}>
      <button
        className="ibtn"
        type="button"
        aria-label={`${t('less')}: ${of}`}
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
        aria-label={`${t('quantity')}: ${of}`}
        value={typed ?? quantity}
        disabled={disabled}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
      <button
        className="ibtn"
        type="button"
        aria-label={`${t('more')}: ${of}`}
        disabled={disabled || quantity >= LINE_MAX}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" size="i--sm" />
      </button>
    </div>
  )
}

/** Packages from 0 to 99; what is no number is 0. */
export const readQuantity = (typed: string): number =>
  Math.min(LINE_MAX, Math.max(0, Number.parseInt(typed.trim(), 10) || 0))
