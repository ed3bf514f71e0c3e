import { type RefObject, useRef, useState } from 'react'

type Values<Name extends string> = Record<Name, string>
type Errors<Name extends string> = Partial<Record<Name, string | undefined>>

/** What a field of a form is drawn from. */
interface FieldBinding {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
  inputRef: RefObject<HTMLInputElement | null>
}

/**
 * The fields of a form. What is wrong with a field is said when it is left after typing, with all when the form is to be
 * sent; from then on each key counts.
 *
 * @param validate what is wrong with them, in the reader's words; its keys are in the order in which they stand
 */
export function useFields<Name extends string>(
  initialValues: Values<Name>,
  validate: (values: Values<Name>) => Errors<Name>,
) {
  const [values, setValues] = useState(initialValues)
  const [typedNames, setTypedNames] = useState<Name[]>([])
  /** Those whose faults are said. */
  const [validatedNames, setValidatedNames] = useState<Name[]>([])
  /** What the shop said of them, until they are changed. */
  const [serverErrors, setServerErrors] = useState<Errors<Name>>({})
  const names = Object.keys(initialValues) as Name[]
  const elements = useRef(
    Object.fromEntries(names.map((name) => [name, { current: null }])) as Record<
      Name,
      RefObject<HTMLInputElement | null>
    >,
  )
  const errors = validate(values)

  return {
    values,
    setRefused: setServerErrors,
    bind: (name: Name): FieldBinding => ({
      value: values[name],
      error: serverErrors[name] ?? (validatedNames.includes(name) ? errors[name] : undefined),
      onChange(value) {
        setValues((previous) => ({ ...previous, [name]: value }))
        setServerErrors({})
        setTypedNames((previous) => [...previous, name])
      },
      onBlur() {
        if (typedNames.includes(name)) setValidatedNames((previous) => [...previous, name])
      },
      inputRef: elements.current[name],
    }),
    /** Whether it may be sent; if not, the first field that is wrong has the focus. */
    validateAll(): boolean {
      setValidatedNames(names)
      const firstInvalid = names.find((name) => errors[name])
      if (firstInvalid) elements.current[firstInvalid].current?.focus()
      return firstInvalid === undefined
    },
  }
}
