import { CODE_LENGTH } from '@tsedra/contract/account-limits'
import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { BoundFieldProps } from '../../shared/use-form-fields.ts'
import { normaliseCode } from './validation.ts'

interface Props extends BoundFieldProps {
  /** Submits the form as soon as the code has all digits. */
  submitsWhenComplete?: boolean
}

/** One input drawn as six cells, so that phones autofill the code and users paste it with its spaces. */
export function CodeField({ value, error, onChange, onBlur, inputRef, submitsWhenComplete = false }: Props) {
  const t = useTranslations('signIn')
  const id = useId()
  const [isFocused, setIsFocused] = useState(false)

  useEffect(() => {
    if (submitsWhenComplete && value.length === CODE_LENGTH) inputRef.current?.form?.requestSubmit()
  }, [submitsWhenComplete, value, inputRef])

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('code')}
      </label>
      <div className={`otp ${error ? 'is-err' : ''}`}>
        <div className="otp__cells" aria-hidden="true">
          {Array.from({ length: CODE_LENGTH }, (_, index) => (
            <span key={index} className={isFocused && index === value.length ? 'on' : ''}>
              {value[index]}
            </span>
          ))}
        </div>
        <input
          id={id}
          ref={inputRef}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onFocus={() => setIsFocused(true)}
          onBlur={() => {
            setIsFocused(false)
            onBlur()
          }}
          onChange={({ target }) => onChange(normaliseCode(target.value))}
        />
      </div>
      {error && (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  )
}
