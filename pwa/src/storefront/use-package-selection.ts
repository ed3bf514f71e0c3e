import { parseMoney, lineTotal, unitPrice } from '@tsedra/contract/money'
import { type PackageSize, pickPackage } from '@tsedra/contract/packages'
import { useState } from 'react'
import type { Product } from '../catalogue/queries.ts'

type PackagedProduct = Pick<Product, 'price' | 'availablePackages'>

/**
 * Which package and how many of a product somebody has in mind, and what that costs in kopiykas.
 *
 * @param preferred the package until another one is chosen
 */
export function usePackageSelection({ price, availablePackages }: PackagedProduct, preferred?: PackageSize) {
  const [selected, setPackageSize] = useState<PackageSize>()
  const [quantity, setQuantity] = useState(1)
  // A size that is no longer sold gives way to the first that is.
  const packageSize = pickPackage(availablePackages, selected ?? preferred)
  const basePrice = parseMoney(price) ?? 0
  return {
    packageSize,
    setPackageSize,
    quantity,
    setQuantity,
    total: lineTotal(basePrice, packageSize, quantity),
    getPrice: (size: PackageSize) => unitPrice(basePrice, size),
  }
}
