import { zodResolver } from '@hookform/resolvers/zod'
import { type ProductInput, productInput, type StaffProduct } from '@tsedra/contract/admin-catalogue'
import { namesOf, productFields, productTextFields } from '@tsedra/contract/product-fields'
import type { Resolver } from 'react-hook-form'
import { type FieldValues, toFieldInput, toFieldValues } from '../form/field-values.ts'
import { completeLayout } from '../form/form-layout.ts'
import { type TranslationValues, toTranslationValues } from '../form/translation-form.ts'

export const productTexts = namesOf(productTextFields)

export const productLayout = completeLayout(
  {
    main: [['categoryId', 'price'], ['availablePackages']],
    side: [['imageUrl'], ['galleryImages'], ['slug', 'sortOrder'], ['isActive', 'isFeatured']],
  },
  namesOf(productFields),
)

/** Values of the form: named as in the contract, as the inputs hold them. */
export interface ProductFormValues {
  product: FieldValues<typeof productFields>
  translations: TranslationValues[]
}

export const toProductFormValues = (product?: StaffProduct): ProductFormValues => ({
  product: toFieldValues(productFields, product),
  translations: toTranslationValues(productTexts, product?.translations),
})

const validate = zodResolver(productInput)

/** Validates the form with the contract's schema; names and paths are the same on both sides. */
export const productResolver: Resolver<ProductFormValues, unknown, ProductInput> = (values, context, options) => {
  const input = { product: toFieldInput(productFields, values.product), translations: values.translations }
  // zodResolver types assume form values of the schema's input type; `toFieldInput` converts them.
  return validate(input as never, context, options as never) as ReturnType<
    Resolver<ProductFormValues, unknown, ProductInput>
  >
}

/** Returns whether saving newly makes the product active without a category. */
export const isRemovedFromLists = ({ product }: ProductFormValues, previous: StaffProduct | undefined): boolean =>
  product.isActive && product.categoryId === '' && !(previous?.isActive && previous.categoryId === null)
