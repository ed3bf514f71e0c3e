import { type RefObject, useRef, useState } from 'react'
import {
  blurField,
  changeField,
  type FieldErrors,
  type FieldValues,
  type FormFieldsOptions,
  type FormFieldsState,
  showErrors,
  shownError,
  type Validate,
} from './form-fields-state.ts'

/** The props of a controlled text field, for `Field` and its like. */
export interface BoundFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
  inputRef: RefObject<HTMLInputElement | null>
}

/**
 * Holds the values and validation errors of a form's text fields. A field shows its error after a blur, all fields show
 * theirs on submit.
 *
 * @param initialValues with its keys in the order of the fields on the screen
 * @param validate returns an error text for each invalid field
 */
export function useFormFields<Name extends string>(
  initialValues: FieldValues<Name>,
  validate: Validate<Name>,
  options: FormFieldsOptions = {},
) {
  const [state, setState] = useState<FormFieldsState<Name>>({
    values: initialValues,
    typedNames: [],
    validatedNames: [],
    externalErrors: {},
  })
  const names = Object.keys(initialValues) as Name[]
  const inputs = useRef(
    Object.fromEntries(names.map((name) => [name, { current: null }])) as Record<
      Name,
      RefObject<HTMLInputElement | null>
    >,
  )
  const setErrors = (externalErrors: FieldErrors<Name>) => setState((previous) => ({ ...previous, externalErrors }))

  return {
    values: state.values,
    /** Whether the user has typed into a field. */
    isEdited: state.typedNames.length > 0,
    /** Shows errors from outside `validate`, until the next change of any field. */
    setErrors,
    bind: (name: Name): BoundFieldProps => ({
      value: state.values[name],
      error: shownError(state, name, validate),
      onChange: (value) => setState((previous) => changeField(previous, { name, value }, validate, options)),
      onBlur: () => setState((previous) => blurField(previous, name, validate, options)),
      inputRef: inputs.current[name],
    }),
    /** Shows all errors and focuses the first invalid field. Returns whether the form is valid. */
    validateAll(externalErrors?: FieldErrors<Name>): boolean {
      if (externalErrors) setErrors(externalErrors)
      setState((previous) => showErrors(previous, names, validate, options))
      const errors = validate(state.values)
      const firstInvalid = names.find((name) => errors[name] ?? externalErrors?.[name])
      if (firstInvalid) inputs.current[firstInvalid].current?.focus()
      return firstInvalid === undefined
    },
  }
}
