import { parseMoney, unitPrice } from '@tsedra/contract/money'
import type { PackageSize } from '@tsedra/contract/packages'

/** A product with what its packages cost. */
export interface PricedProduct {
  /** Price of 50 g, as a decimal string. */
  price: string
}

/** Returns the price of one package in kopiykas; an invalid price counts as 0. */
export const priceOf = ({ price }: PricedProduct, size: PackageSize): number => unitPrice(parseMoney(price) ?? 0, size)

/** Returns the cost of one line in kopiykas. */
export const costOf = (line: { product: PricedProduct; packageSize: PackageSize; quantity: number }): number =>
  priceOf(line.product, line.packageSize) * line.quantity
