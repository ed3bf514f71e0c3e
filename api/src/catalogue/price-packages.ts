import { resolvePackagePrices, type ShopPackage, sortPackages } from '@tsedra/contract/package-prices'
import { type PackageSize, packageSizes } from '@tsedra/contract/packages'
import type { CatalogueRows, ProductRow } from './catalogue-store.ts'

/** Sorts the packages of a product in the shop's order, and resolves their prices (0047-packages-and-prices.md). */
export function pricePackages({ packagePrices, ...row }: ProductRow, packages: readonly ShopPackage[]): ProductRow {
  const resolved = resolvePackagePrices({ ...row, packagePrices }, packages)
  return {
    ...row,
    availablePackages: sortPackages(row.availablePackages, packages),
    ...(resolved && { packagePrices: resolved }),
  }
}

/** Returns the sizes of the shop; undefined while they are the built-in ones. */
export function listPackages({ packages }: Pick<CatalogueRows, 'packages'>): PackageSize[] | undefined {
  const sizes = packages.map(({ size }) => size)
  return sizes.join() === packageSizes.join() ? undefined : sizes
}
