import { CODE_LENGTH } from '@tsedra/contract/accounts'
import { type RefObject, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { tidyCode } from './rules.ts'

interface Props {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
  field: RefObject<HTMLInputElement | null>
  /** Whether its form is sent as soon as the code is whole. */
  sends?: boolean
}

/** One field that looks like six cells: phones fill it in from the message, and a code is pasted with its spaces. */
export function CodeField({ value, error, onChange, onLeave, field, sends = false }: Props) {
  const t = useTranslations('signIn')
  const id = useId()
  const [focused, setFocused] = useState(false)

  useEffect(() => {
    if (sends && value.length === CODE_LENGTH) field.current?.form?.requestSubmit()
  }, [sends, value, field])

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('code')}
      </label>
      <div className={`otp ${error ? 'is-err' : ''}`}>
        <div className="otp__cells" aria-hidden="true">
          {Array.from({ length: CODE_LENGTH }, (_, place) => (
            <span key={place} className={focused && place === value.length ? 'on' : ''}>
              {value[place]}
            </span>
          ))}
        </div>
        <input
          id={id}
          ref={field}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false)
            onLeave()
          }}
          onChange={({ target }) => onChange(tidyCode(target.value))}
        />
      </div>
      {error && (
        <p className="field__err" id={`${id}-error`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  )
}
