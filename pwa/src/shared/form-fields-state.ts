export type FieldValues<Name extends string> = Record<Name, string>
export type FieldErrors<Name extends string> = Partial<Record<Name, string | undefined>>
export type Validate<Name extends string> = (values: FieldValues<Name>) => FieldErrors<Name>

export interface FormFieldsOptions {
  /** Fields that are validated on blur: those the user has typed into (default), or all that are not empty. */
  validateOnBlur?: 'typed' | 'filled'
  /** How long a validated field is validated on each change: until the form unmounts (default), or until it is valid. */
  revalidate?: 'always' | 'untilValid'
}

export interface FormFieldsState<Name extends string> {
  values: FieldValues<Name>
  typedNames: readonly Name[]
  /** Fields whose validation errors are shown. */
  validatedNames: readonly Name[]
  /** Errors that do not come from `validate`: the API's, or the contract's. Any change clears them. */
  externalErrors: FieldErrors<Name>
}

/** Returns the state after the user has changed a field. */
export function changeField<Name extends string>(
  { values: previousValues, typedNames, validatedNames }: FormFieldsState<Name>,
  { name, value }: { name: Name; value: string },
  validate: Validate<Name>,
  { revalidate }: FormFieldsOptions,
): FormFieldsState<Name> {
  const values = { ...previousValues, [name]: value }
  const errors = validate(values)
  return {
    values,
    typedNames: addNames(typedNames, [name]),
    validatedNames: revalidate === 'untilValid' ? validatedNames.filter((other) => errors[other]) : validatedNames,
    externalErrors: {},
  }
}

/** Returns the state after a field has lost the focus. */
export function blurField<Name extends string>(
  state: FormFieldsState<Name>,
  name: Name,
  validate: Validate<Name>,
  options: FormFieldsOptions,
): FormFieldsState<Name> {
  const isValidated = options.validateOnBlur === 'filled' ? state.values[name] !== '' : state.typedNames.includes(name)
  return isValidated ? showErrors(state, [name], validate, options) : state
}

/** Returns the state in which the validation errors of these fields are shown. */
export function showErrors<Name extends string>(
  state: FormFieldsState<Name>,
  names: readonly Name[],
  validate: Validate<Name>,
  { revalidate }: FormFieldsOptions,
): FormFieldsState<Name> {
  const errors = validate(state.values)
  const shownNames = revalidate === 'untilValid' ? names.filter((name) => errors[name]) : names
  return { ...state, validatedNames: addNames(state.validatedNames, shownNames) }
}

/** Returns the error that a field shows. */
export const shownError = <Name extends string>(
  { values, validatedNames, externalErrors }: FormFieldsState<Name>,
  name: Name,
  validate: Validate<Name>,
): string | undefined => (validatedNames.includes(name) ? validate(values)[name] : undefined) ?? externalErrors[name]

const addNames = <Name extends string>(names: readonly Name[], added: readonly Name[]): readonly Name[] => [
  ...new Set([...names, ...added]),
]
