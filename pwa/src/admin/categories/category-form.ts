import { zodResolver } from '@hookform/resolvers/zod'
import { type CategoryInput, categoryInput, type StaffCategory } from '@tsedra/contract/admin-catalogue'
import { categoryFields, categoryTextFields, namesOf } from '@tsedra/contract/product-fields'
import type { Resolver } from 'react-hook-form'
import { type FieldValues, toFieldInput, toFieldValues } from '../form/field-values.ts'
import { completeLayout } from '../form/form-layout.ts'
import { type TranslationValues, toTranslationValues } from '../form/translation-form.ts'

export const categoryTexts = namesOf(categoryTextFields)

export const categoryLayout = completeLayout(
  { main: [], side: [['imageUrl'], ['slug', 'sortOrder'], ['isActive']] },
  namesOf(categoryFields),
)

/** Values of the form: named as in the contract, as the inputs hold them. */
export interface CategoryFormValues {
  category: FieldValues<typeof categoryFields>
  translations: TranslationValues<(typeof categoryTexts)[number]>[]
}

export const toCategoryFormValues = (category?: StaffCategory): CategoryFormValues => ({
  category: toFieldValues(categoryFields, category),
  translations: toTranslationValues(categoryTexts, category?.translations),
})

const validate = zodResolver(categoryInput)

/** Validates the form with the contract's schema; names and paths are the same on both sides. */
export const categoryResolver: Resolver<CategoryFormValues, unknown, CategoryInput> = (values, context, options) => {
  const input = { category: toFieldInput(categoryFields, values.category), translations: values.translations }
  // zodResolver types assume form values of the schema's input type; `toFieldInput` converts them.
  return validate(input as never, context, options as never) as ReturnType<
    Resolver<CategoryFormValues, unknown, CategoryInput>
  >
}
