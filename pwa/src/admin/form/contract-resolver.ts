import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { $ZodType } from 'zod/v4/core'

/** Validates a form with a schema of the contract; names and paths of values and input are the same. */
export function createContractResolver<Values extends FieldValues, Input extends FieldValues>(
  schema: $ZodType<Input, FieldValues>,
  toInput: (values: Values) => object,
): Resolver<Values, unknown, Input> {
  const validate = zodResolver(schema)
  // zodResolver types assume form values of the schema's input type; `toInput` converts them.
  return (values, context, options) =>
    validate(toInput(values) as never, context, options as never) as ReturnType<Resolver<Values, unknown, Input>>
}
