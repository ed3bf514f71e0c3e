import { useController } from 'react-hook-form'
import { Field } from '../../shared/ui/Field.tsx'
import { useFieldErrorText } from './use-field-error-text.ts'

interface Props {
  name: string
  label: string
  optionalLabel?: string
  hint?: string
  rows?: number
  inputMode?: 'decimal' | 'numeric' | 'url'
}

/** A text input bound to a field of the form. */
export function TextField({ name, ...rest }: Props) {
  const { field, fieldState } = useController({ name })
  const getErrorText = useFieldErrorText()
  return (
    <Field
      {...rest}
      autoComplete="off"
      value={String(field.value ?? '')}
      error={getErrorText(name, fieldState.error, field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
