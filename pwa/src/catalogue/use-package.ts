import { parseMoney, lineTotal, unitPrice } from '@tsedra/contract/money'
import type { PackageSize } from '@tsedra/contract/packages'
import { useState } from 'react'
import type { Product } from './queries.ts'

type Sold = Pick<Product, 'price' | 'availablePackages'>

/** Which package and how many of a product somebody has in mind, and what that costs in kopiykas. */
export function usePackage({ price, availablePackages }: Sold) {
  const [wanted, setPackageSize] = useState<PackageSize>('50г')
  const [quantity, setQuantity] = useState(1)
  // A size that is no longer sold gives way to the first that is.
  const packageSize = availablePackages.includes(wanted) ? wanted : (availablePackages[0] ?? '50г')
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
