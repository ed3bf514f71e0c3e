import { type ProductInput, productInput, type StaffProduct } from '@tsedra/contract/admin-catalogue'
import { packageSizes } from '@tsedra/contract/packages'
import { namesOf, productFields, productTextFields } from '@tsedra/contract/product-fields'
import { createContractResolver } from '../form/contract-resolver.ts'
import { type FieldValues, toFieldInput, toFieldValues } from '../form/field-values.ts'
import { completeLayout } from '../form/form-layout.ts'
import { type TranslationValues, toTranslationValues } from '../form/translation-form.ts'

export const productTexts = namesOf(productTextFields)

export const productLayout = completeLayout(
  {
    main: [['categoryId', 'price'], ['availablePackages'], ['packagePrices'], ['slicesPer50g'], ['drinks']],
    side: [['imageUrl'], ['galleryImages'], ['slug', 'sortOrder'], ['isActive', 'isFeatured']],
  },
  namesOf(productFields),
)

/** Values of the form: named as in the contract, as the inputs hold them. */
export interface ProductFormValues {
  product: FieldValues<typeof productFields>
  translations: TranslationValues<(typeof productTexts)[number]>[]
}

/** @param sizes package sizes of the shop: a new product is sold in all of them */
export const toProductFormValues = (product?: StaffProduct, sizes = packageSizes): ProductFormValues => ({
  product: {
    ...toFieldValues(productFields, product),
    ...(!product && { availablePackages: [...sizes] }),
    // Every input of a price has a value from the start, so that an untouched form is not changed.
    packagePrices: Object.fromEntries(sizes.map((size) => [size, product?.packagePrices[size] ?? ''])),
  },
  translations: toTranslationValues(productTexts, product?.translations),
})

/** Returns the values of a new hidden product like this one; the server makes its slug. */
export function toDuplicateValues(original: StaffProduct, sizes = packageSizes): ProductFormValues {
  const values = toProductFormValues(original, sizes)
  return { ...values, product: { ...values.product, slug: '', isActive: false } }
}

export const productResolver = createContractResolver<ProductFormValues, ProductInput>(productInput, (values) => ({
  product: toFieldInput(productFields, { ...values.product, packagePrices: pickSoldPrices(values.product) }),
  translations: values.translations,
}))

/** Returns the prices of the packages in which the product is sold. */
const pickSoldPrices = ({ availablePackages, packagePrices }: ProductFormValues['product']) =>
  Object.fromEntries(Object.entries(packagePrices).filter(([size]) => availablePackages.includes(size)))

/** Returns whether saving newly makes the product active without a category. */
export const isRemovedFromLists = ({ product }: ProductFormValues, previous: StaffProduct | undefined): boolean =>
  product.isActive && product.categoryId === '' && !(previous?.isActive && previous.categoryId === null)
