import { type ProductInput, productInput, type StaffProduct } from '@tsedra/contract/admin-catalogue'
import { namesOf, productFields, productTextFields } from '@tsedra/contract/product-fields'
import { createContractResolver } from '../form/contract-resolver.ts'
import { type FieldValues, toFieldInput, toFieldValues } from '../form/field-values.ts'
import { completeLayout } from '../form/form-layout.ts'
import { type TranslationValues, toTranslationValues } from '../form/translation-form.ts'

export const productTexts = namesOf(productTextFields)

export const productLayout = completeLayout(
  {
    main: [['categoryId', 'price'], ['availablePackages'], ['slicesPer50g'], ['drinks']],
    side: [['imageUrl'], ['galleryImages'], ['slug', 'sortOrder'], ['isActive', 'isFeatured']],
  },
  namesOf(productFields),
)

/** Values of the form: named as in the contract, as the inputs hold them. */
export interface ProductFormValues {
  product: FieldValues<typeof productFields>
  translations: TranslationValues<(typeof productTexts)[number]>[]
}

export const toProductFormValues = (product?: StaffProduct): ProductFormValues => ({
  product: toFieldValues(productFields, product),
  translations: toTranslationValues(productTexts, product?.translations),
})

/** Returns the values of a new hidden product like this one; the server makes its slug. */
export function toDuplicateValues(original: StaffProduct): ProductFormValues {
  const values = toProductFormValues(original)
  return { ...values, product: { ...values.product, slug: '', isActive: false } }
}

export const productResolver = createContractResolver<ProductFormValues, ProductInput>(productInput, (values) => ({
  product: toFieldInput(productFields, values.product),
  translations: values.translations,
}))

/** Returns whether saving newly makes the product active without a category. */
export const isRemovedFromLists = ({ product }: ProductFormValues, previous: StaffProduct | undefined): boolean =>
  product.isActive && product.categoryId === '' && !(previous?.isActive && previous.categoryId === null)
