import { lineTotal, unitPrice } from '@tsedra/contract/money'
import { type PackageSize, pickPackage } from '@tsedra/contract/packages'
import { useState } from 'react'
import type { Product } from '../catalogue/queries.ts'

type PackagedProduct = Pick<Product, 'price' | 'packagePrices' | 'availablePackages'>

/**
 * Holds the selected package size and quantity of a product, and computes prices in kopiykas.
 *
 * @param preferred the package size until the user chooses another
 */
export function usePackageSelection(product: PackagedProduct, preferred?: PackageSize) {
  const [selected, setPackageSize] = useState<PackageSize>()
  const [quantity, setQuantity] = useState(1)
  // A size that is no longer available is replaced by the first available one.
  const packageSize = pickPackage(product.availablePackages, selected ?? preferred)
  return {
    packageSize,
    setPackageSize,
    quantity,
    setQuantity,
    total: lineTotal(product, packageSize, quantity),
    getPrice: (size: PackageSize) => unitPrice(product, size),
  }
}
