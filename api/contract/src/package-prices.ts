import { builtInMultipliers, kopiykasToDecimal, multiplyPrice, parseMoney, type Priced, unitPrice } from './money.ts'
import { type PackageSize, packageSizes } from './packages.ts'

/** Maximum number of package sizes of the shop. */
export const MAX_PACKAGES = 12

/** Maximum price of a package, in kopiykas: ×99 on fifty lines still fits numeric(12,2). */
const MAX_PACKAGE_PRICE = 199_999_999

/** A package size of the shop: infra/decisions/0047-packages-and-prices.md. */
export interface ShopPackage {
  size: PackageSize
  /** Price relative to 50 g, with at most two decimals: `1.8`. */
  multiplier: string
}

/** The sizes of a shop that has not set its own, in their order. */
export const defaultPackages: readonly ShopPackage[] = packageSizes.map((size) => ({
  size,
  multiplier: formatMultiplier(builtInMultipliers[size] ?? 100),
}))

/** Returns a multiplier in hundredths in the wire format: 180 → `1.8`. */
export function formatMultiplier(hundredths: number): string {
  return String(hundredths / 100)
}

/** A product with the prices that staff have typed in for its packages. */
export interface ProductWithOwnPrices {
  price: string
  availablePackages: readonly PackageSize[]
  packagePrices?: Priced['packagePrices'] | null
}

/**
 * Returns the prices of the product's packages that its own prices and the shop's multipliers change, for `unitPrice`;
 * undefined when every package costs what the built-in multipliers give. A price of its own goes before a multiplier.
 */
export function resolvePackagePrices(
  { price, availablePackages, packagePrices }: ProductWithOwnPrices,
  packages: readonly ShopPackage[],
): Record<PackageSize, string> | undefined {
  const changed = availablePackages.flatMap((size) => {
    const multiplier = packages.find((candidate) => candidate.size === size)?.multiplier
    // mutation test: own-price-first
    const resolved = packagePrices?.[size] ?? (multiplier && multiply(price, multiplier))
    return !resolved || parseMoney(resolved) === unitPrice({ price }, size) ? [] : [[size, resolved] as const]
  })
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

const multiply = (price: string, multiplier: string): string =>
  kopiykasToDecimal(Math.min(MAX_PACKAGE_PRICE, multiplyPrice(parseMoney(price) ?? 0, parseMoney(multiplier) ?? 100)))

/** Returns the sizes in the shop's order; those that it does not have any more are last. */
export function sortPackages(sizes: readonly PackageSize[], packages: readonly ShopPackage[]): PackageSize[] {
  const positions = new Map(packages.map(({ size }, position) => [size, position]))
  const positionOf = (size: PackageSize) => positions.get(size) ?? packages.length
  return sizes.toSorted((a, b) => positionOf(a) - positionOf(b))
}
