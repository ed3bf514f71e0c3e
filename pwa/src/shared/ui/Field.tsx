import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { Icon } from './Icon.tsx'
import './field.css'

interface Props
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'placeholder' | 'type' | 'disabled' | 'maxLength' | 'readOnly'
  > {
  label: string
  /** Text beside the label of an optional field; without it the field is required. */
  optionalLabel?: string
  hint?: string | undefined
  /** Number of lines; turns the field into a textarea. */
  rows?: number
  value: string
  /** Validation error as a translated text. */
  error?: string | undefined
  onChange: (value: string) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement | HTMLTextAreaElement>
  /** A button inside the field, at its end. */
  endAdornment?: ReactNode
}

/** A text field with its label above and either a hint or an error below. */
export function Field({
  label,
  optionalLabel,
  hint,
  rows,
  value,
  error,
  onChange,
  onBlur,
  inputRef,
  endAdornment,
  ...rest
}: Props) {
  const id = useId()
  const descriptionId = `${id}-below`
  const inputProps = {
    id,
    className: 'input',
    value,
    required: optionalLabel === undefined,
    'aria-invalid': error !== undefined,
    'aria-describedby': error || hint ? descriptionId : undefined,
    onBlur: onBlur,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...rest,
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {optionalLabel && <small>{optionalLabel}</small>}
      </label>
      {rows === undefined ? (
        <div className="inwrap">
          <input {...inputProps} ref={inputRef as Ref<HTMLInputElement>} />
          {endAdornment}
        </div>
      ) : (
        <textarea {...inputProps} rows={rows} ref={inputRef as Ref<HTMLTextAreaElement>} />
      )}
      {error ? (
        <p className="field__error" id={descriptionId}>
          <Icon name="circle-alert" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="field__hint" id={descriptionId}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
