import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'

/** Drinks by which the buttons change the number. */
const STEP = 10
const MAX_DRINK_COUNT = 99_999

/** Returns the typed number of drinks; undefined for text that is not a positive whole number. */
export function parseDrinkCount(typed: string): number | undefined {
  const digits = typed.replace(/\s/g, '')
  return /^\d{1,5}$/.test(digits) && Number(digits) > 0 ? Number(digits) : undefined
}

/** A field for the number of drinks, with buttons that step to the next ten. */
export function DrinkCountField({ typed, onChange }: { typed: string; onChange: (typed: string) => void }) {
  const t = useTranslations('count')
  const id = useId()
  const drinks = parseDrinkCount(typed) ?? 0
  return (
    <div className="count-field">
      <label htmlFor={id}>{t('drinks')}</label>
      <div className="stepper">
        <button
          type="button"
          className="icon-btn"
          aria-label={t('fewer')}
          disabled={drinks <= 1}
          onClick={() => onChange(`${Math.max(1, Math.ceil(drinks / STEP) * STEP - STEP)}`)}
        >
          <Icon name="minus" size="i--sm" />
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={typed}
          onChange={({ target }) => onChange(target.value)}
          onFocus={({ target }) => target.select()}
        />
        <button
          type="button"
          className="icon-btn"
          aria-label={t('more')}
          disabled={drinks + STEP > MAX_DRINK_COUNT}
          onClick={() => onChange(`${Math.floor(drinks / STEP) * STEP + STEP}`)}
        >
          <Icon name="plus" size="i--sm" />
        </button>
      </div>
    </div>
  )
}
