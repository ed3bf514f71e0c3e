import { type CategoryInput, categoryInput, type StaffCategory } from '@tsedra/contract/admin-catalogue'
import { categoryFields, categoryTextFields, namesOf } from '@tsedra/contract/product-fields'
import { createContractResolver } from '../form/contract-resolver.ts'
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

export const categoryResolver = createContractResolver<CategoryFormValues, CategoryInput>(categoryInput, (values) => ({
  category: toFieldInput(categoryFields, values.category),
  translations: values.translations,
}))
