import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { Icon } from './Icon.tsx'
import './field.css'

interface Props
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'placeholder' | 'type' | 'disabled' | 'maxLength' | 'readOnly'
  > {
  label: string
  /** Said beside the label of a field that may stay empty. */
  optional?: string
  hint?: string | undefined
  /** With rows it is a text of several lines. */
  rows?: number
  value: string
  /** What is wrong, in the reader's words. */
  error?: string | undefined
  onChange: (value: string) => void
  onLeave?: () => void
  field?: Ref<HTMLInputElement | HTMLTextAreaElement>
  /** A button inside the field, at its end. */
  end?: ReactNode
}

/** A field with its label above and either a hint or an error below. */
export function Field({ label, optional, hint, rows, value, error, onChange, onLeave, field, end, ...rest }: Props) {
  const id = useId()
  const below = `${id}-below`
  const shared = {
    id,
    className: 'input',
    value,
    required: optional === undefined,
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
        {optional && <small>{optional}</small>}
      </label>
      {rows === undefined ? (
        <div className="inwrap">
          <input {...shared} ref={field as Ref<HTMLInputElement>} />
          {end}
        </div>
      ) : (
        <textarea {...shared} rows={rows} ref={field as Ref<HTMLTextAreaElement>} />
      )}
      {error ? (
        <p className="field__err" id={below}>
          <Icon name="circle-alert" />
          {error}
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
