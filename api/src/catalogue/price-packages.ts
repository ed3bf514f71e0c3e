import { resolvePackagePrices, sortPackages } from '@tsedra/contract/package-prices'
import { type PackageSize, packageSizes } from '@tsedra/contract/packages'
import type { CatalogueRows } from './catalogue-store.ts'

/** Sorts the packages of each product in the shop's order, and resolves their prices (0047-packages-and-prices.md). */
export function pricePackages(rows: CatalogueRows): CatalogueRows {
  const products = rows.products.map(({ packagePrices, ...row }) => {
    const resolved = resolvePackagePrices({ ...row, packagePrices }, rows.packages)
    return {
      ...row,
      availablePackages: sortPackages(row.availablePackages, rows.packages),
      ...(resolved && { packagePrices: resolved }),
    }
  })
  return { ...rows, products }
}

/** Returns the sizes of the shop; undefined while they are the built-in ones. */
export function listPackages({ packages }: Pick<CatalogueRows, 'packages'>): PackageSize[] | undefined {
  const sizes = packages.map(({ size }) => size)
  return sizes.join() === packageSizes.join() ? undefined : sizes
}
