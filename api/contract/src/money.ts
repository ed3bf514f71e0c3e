import type { PackageSize } from './packages.ts'

/** Maximum price of 50 g, in kopiykas. */
export const MAX_PRICE = 9_999_999

/** Price of a package relative to 50 g, in hundredths, so that ×1.8 stays an integer: those of the specification. */
export const builtInMultipliers: Readonly<Record<PackageSize, number>> = {
  '50г': 100,
  '100г': 180,
  '500г': 800,
  '1кг': 1500,
}

/** What the price of a package depends on; `product` of the contract has it. */
export interface Priced {
  /** Hryvnia for 50 g. */
  price: string
  /** Hryvnia per package where the built-in multipliers do not apply. */
  packagePrices?: Readonly<Record<PackageSize, string>> | undefined
}

/**
 * Parses a decimal price with at most two digits after the point or comma into whole kopiykas.
 *
 * `"12,5"` is 1250. Anything else (`1e3`, `NaN`, `-0`, `10.005`, an empty text) is undefined.
 */
export function parseMoney(input: string): number | undefined {
  const parts = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(input.trim())
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : undefined
}

/** Returns kopiykas in the wire format: 1250 → `"12.50"`. */
export function kopiykasToDecimal(kopiykas: number): string {
  const digits = String(kopiykas).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns the price of 50 g times a multiplier in hundredths, rounded half up, in kopiykas. */
export const multiplyPrice = (price: number, multiplier: number): number => Math.floor((price * multiplier + 50) / 100)

/**
 * Returns the price of one package, in kopiykas: the one that the product has for it, else the price of 50 g times the
 * built-in multiplier. An invalid price counts as 0.
 *
 * An unknown size costs ×1 (a price tag must show something); the API rejects such a size before pricing.
 */
export function unitPrice({ price, packagePrices }: Priced, size: PackageSize): number {
  const packagePrice = packagePrices?.[size]
  if (packagePrice !== undefined) return parseMoney(packagePrice) ?? 0
  return multiplyPrice(parseMoney(price) ?? 0, builtInMultipliers[size] ?? 100)
}

/**
 * Returns a price changed by a percentage, in kopiykas, rounded half up: 1.5 kopiykas are 2.
 *
 * @param percentTenths tenths of a percent, negative to lower the price
 */
export const changePrice = (price: number, percentTenths: number): number =>
  Math.floor((price * (1000 + percentTenths) + 500) / 1000)

/**
 * Returns the price of a line, in kopiykas: the rounded unit price times the quantity; the product is not rounded
 * again.
 */
export function lineTotal(product: Priced, size: PackageSize, quantity: number): number {
  return unitPrice(product, size) * quantity
}
