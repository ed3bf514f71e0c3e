import { type DrinkInput, drinkInput, type StaffDrink } from '@tsedra/contract/admin-drinks'
import { drinkFields, drinkTextFields, namesOf } from '@tsedra/contract/product-fields'
import { createContractResolver } from '../form/contract-resolver.ts'
import { type FieldValues, toFieldInput, toFieldValues } from '../form/field-values.ts'
import { completeLayout } from '../form/form-layout.ts'
import { type TranslationValues, toTranslationValues } from '../form/translation-form.ts'

export const drinkTexts = namesOf(drinkTextFields)

export const drinkLayout = completeLayout(
  { main: [], side: [['slug', 'sortOrder'], ['isActive']] },
  namesOf(drinkFields),
)

/** Values of the form: named as in the contract, as the inputs hold them. */
export interface DrinkFormValues {
  drink: FieldValues<typeof drinkFields>
  translations: TranslationValues<(typeof drinkTexts)[number]>[]
}

export const toDrinkFormValues = (drink?: StaffDrink): DrinkFormValues => ({
  drink: toFieldValues(drinkFields, drink),
  translations: toTranslationValues(drinkTexts, drink?.translations),
})

export const drinkResolver = createContractResolver<DrinkFormValues, DrinkInput>(drinkInput, (values) => ({
  drink: toFieldInput(drinkFields, values.drink),
  translations: values.translations,
}))
