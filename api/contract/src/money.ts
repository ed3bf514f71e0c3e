import type { PackageSize } from './packages.ts'

/** Maximum price of 50 g, in kopiykas: with it, ×15 ×99 on fifty lines still fits numeric(12,2). */
export const MAX_PRICE = 9_999_999

/** Price of a package relative to 50 g, in tenths, so that ×1.8 stays an integer. */
const multiplierTenths: Record<PackageSize, number> = { '50г': 10, '100г': 18, '500г': 80, '1кг': 150 }

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

/**
 * Returns the price of one package, in kopiykas: the price of 50 g times the package's multiplier, rounded half up.
 *
 * An unknown size costs ×1 (a price tag must show something); the API rejects such a size before pricing.
 * @param price price of 50 g in kopiykas
 */
export function unitPrice(price: number, size: string): number {
  const multiplier = size in multiplierTenths ? multiplierTenths[size as PackageSize] : 10
  return Math.floor((price * multiplier + 5) / 10)
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
export function lineTotal(price: number, size: string, quantity: number): number {
  return unitPrice(price, size) * quantity
}
