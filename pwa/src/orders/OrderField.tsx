import type { InputHTMLAttributes, RefObject } from 'react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../shared/ui/Icon.tsx'
import type { FieldError } from './order-form.ts'

interface Props
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'placeholder' | 'type' | 'disabled'
  > {
  label: string
  optional?: boolean
  hint?: string
  /** With rows it is a text of several lines. */
  rows?: number
  value: string
  error: FieldError | undefined
  onChange: (value: string) => void
  onLeave: () => void
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
}

/** A field with its label above and either a hint or an error below. */
export function OrderField({
  label,
  optional = false,
  hint,
  rows,
  value,
  error,
  onChange,
  onLeave,
  field,
  ...rest
}: Props) {
  const t = useTranslations('order')
  const id = useId()
  const below = `${id}-below`
  const shared = {
    id,
    className: 'input',
    value,
    required: !optional,
    'aria-invalid': error !== undefined,
    'aria-describedby': error || hint ? below : undefined,
    onBlur: onLeave,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...rest,
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {optional && <small>{t('optional')}</small>}
      </label>
      {rows === undefined ? (
        <input {...shared} ref={field as RefObject<HTMLInputElement | null>} />
      ) : (
        <textarea {...shared} rows={rows} ref={field as RefObject<HTMLTextAreaElement | null>} />
      )}
      {error ? (
        <p className="field__err" id={below}>
          <Icon name="circle-alert" />
          {t(`error.${error}`)}
        </p>
      ) : (
        hint && (
          <p className="field__hint" id={below}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
