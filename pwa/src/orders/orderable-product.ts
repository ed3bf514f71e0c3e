import type { Language } from '@tsedra/contract/language'
import type { Priced } from '@tsedra/contract/money'
import type { PackageSize } from '@tsedra/contract/packages'
import type { Product } from '../catalogue/queries.ts'
import { getName } from '../catalogue/translations.ts'

/** What the form needs of a product, from the catalogue or from an order that is edited. */
export interface OrderableProduct extends Priced {
  id: string
  slug: string
  /** In the page's language. */
  name: string
  imageUrl: string | null
  availablePackages: readonly PackageSize[]
}

export interface OrderableLine {
  product: OrderableProduct
  packageSize: PackageSize
  quantity: number
}

export function toOrderableProduct(product: Product, language: Language): OrderableProduct {
  const { id, slug, imageUrl, price, packagePrices, availablePackages } = product
  return { id, slug, name: getName(product, language), imageUrl, price, packagePrices, availablePackages }
}
