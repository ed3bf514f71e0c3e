import { parseMoney, lineTotal, unitPrice } from '@tsedra/contract/money'
import { type PackageSize, shownPackage } from '@tsedra/contract/packages'
import { useState } from 'react'
import type { Product } from '../catalogue/queries.ts'

type Sold = Pick<Product, 'price' | 'availablePackages'>

/**
 * Which package and how many of a product somebody has in mind, and what that costs in kopiykas.
 *
 * @param wanted the package until another one is chosen
 */
export function usePackage({ price, availablePackages }: Sold, wanted?: PackageSize) {
  const [chosen, setPackageSize] = useState<PackageSize>()
  const [quantity, setQuantity] = useState(1)
  // A size that is no longer sold gives way to the first that is.
  const packageSize = shownPackage(availablePackages, chosen ?? wanted)
  const base = parseMoney(price) ?? 0
  return {
    packageSize,
    setPackageSize,
    quantity,
    setQuantity,
    total: lineTotal(base, packageSize, quantity),
    priceOf: (size: PackageSize) => unitPrice(base, size),
  }
}
