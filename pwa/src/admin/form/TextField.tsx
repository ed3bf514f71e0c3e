import { useController } from 'react-hook-form'
import { Field } from '../../shared/ui/Field.tsx'
import { useWrongWords } from './use-wrong-words.ts'

interface Props {
  name: string
  label: string
  optional?: string
  hint?: string
  rows?: number
  inputMode?: 'decimal' | 'numeric' | 'url'
}

/** A text of the form that stands around it. */
export function TextField({ name, ...rest }: Props) {
  const { field, fieldState } = useController({ name })
  const words = useWrongWords()
  return (
    <Field
      {...rest}
      autoComplete="off"
      value={String(field.value ?? '')}
      error={words(name, fieldState.error, field.value)}
      onChange={field.onChange}
      onLeave={field.onBlur}
      field={field.ref}
    />
  )
}
