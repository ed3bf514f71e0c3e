import { zodResolver } from '@hookform/resolvers/zod'
import { type ProductInput, productInput, type StaffProduct } from '@tsedra/contract/admin-catalogue'
import { packageSizes } from '@tsedra/contract/packages'
import type { Resolver } from 'react-hook-form'
import { type TranslationValues, translationFields, toTranslationValues, omitEmpty } from '../form/translation-form.ts'

/** What the form holds: as the contract has it, but what is typed is text. */
export interface ProductFormValues {
  product: {
    slug: string
    /** Empty: in no category. */
    categoryId: string
    price: string
    imageUrl: string
    galleryImages: string[]
    availablePackages: string[]
    isActive: boolean
    isFeatured: boolean
    sortOrder: string
  }
  translations: TranslationValues[]
}

export function toProductFormValues(product?: StaffProduct): ProductFormValues {
  const { slug = '', categoryId, price = '', imageUrl, galleryImages = [], sortOrder } = product ?? {}
  return {
    product: {
      slug,
      categoryId: categoryId ?? '',
      price,
      imageUrl: imageUrl ?? '',
      galleryImages: [...galleryImages],
      availablePackages: [...(product?.availablePackages ?? packageSizes)],
      isActive: product?.isActive ?? true,
      isFeatured: product?.isFeatured ?? false,
      sortOrder: sortOrder === undefined ? '' : String(sortOrder),
    },
    translations: toTranslationValues(translationFields, product?.translations),
  }
}

const validate = zodResolver(productInput)

/** Looks at the form by the contract's own schema; names and paths are the same on both sides. */
export const productResolver: Resolver<ProductFormValues, unknown, ProductInput> = (values, context, options) => {
  const { categoryId, ...rest } = omitEmpty(values.product)
  const input = { product: { ...rest, categoryId: categoryId || null }, translations: values.translations }
  // The resolver believes that a form holds what its schema takes; here one is made of the other.
  return validate(input, context, options as never) as ReturnType<Resolver<ProductFormValues, unknown, ProductInput>>
}

/** Whether saving makes or leaves the product active in no category, where it was not so before. */
export const isRemovedFromLists = ({ product }: ProductFormValues, previous: StaffProduct | undefined): boolean =>
  product.isActive && product.categoryId === '' && !(previous?.isActive && previous.categoryId === null)
