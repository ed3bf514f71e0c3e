import type { CartItem } from '@tsedra/contract/cart'
import { LINE_MAX } from '@tsedra/contract/cart'
import { lineTotal, parseMoney } from '@tsedra/contract/money'
import type { PackageSize } from '@tsedra/contract/packages'
import type { Product } from '../catalogue/queries.ts'

/** A line of the cart; its prices are computed where they are shown, by the shared money module. */
export type Line = Pick<CartItem, 'product' | 'packageSize' | 'quantity' | 'available'>

/** Which line: a cart has one per product and package. */
export interface Place {
  product: Pick<Product, 'id'>
  packageSize: PackageSize
}

export type Change =
  | { to: 'add'; product: Product; packageSize: PackageSize; quantity: number }
  | { to: 'set'; product: Product; packageSize: PackageSize; quantity: number }
  | { to: 'clear' }

export const isAt = ({ product, packageSize }: Place, place: Place): boolean =>
  product.id === place.product.id && packageSize === place.packageSize

/** The cart as it will be when the shop has taken these changes, one after the other. */
export const withChanges = (lines: readonly Line[], changes: readonly Change[]): Line[] =>
  changes.reduce<Line[]>(withChange, [...lines])

function withChange(lines: Line[], change: Change): Line[] {
  if (change.to === 'clear') return []
  const line = lines.find((each) => isAt(each, change))
  const quantity = change.to === 'add' ? (line?.quantity ?? 0) + change.quantity : change.quantity
  if (quantity <= 0) return lines.filter((each) => each !== line)
  const changed = { available: true, ...line, ...change, quantity: Math.min(quantity, LINE_MAX) }
  if (line) return lines.map((each) => (each === line ? changed : each))
  return change.to === 'add' ? [...lines, changed] : lines
}

interface Ordered {
  productId: string
  packageSize: PackageSize
  quantity: number
}

/** The cart without what was ordered from it. */
export function withoutOrdered<L extends Line>(lines: readonly L[], ordered: readonly Ordered[]): L[] {
  return lines.flatMap((line) => {
    const mine = ordered.filter(
      ({ productId, packageSize }) => productId === line.product.id && packageSize === line.packageSize,
    )
    const quantity = line.quantity - mine.reduce((sum, each) => sum + each.quantity, 0)
    return quantity > 0 ? { ...line, quantity } : []
  })
}

/** Packages in all lines together. */
export const packagesIn = (lines: readonly Line[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Kopiykas of one line. */
export const costOf = ({ product, packageSize, quantity }: Line): number =>
  lineTotal(parseMoney(product.price) ?? 0, packageSize, quantity)

/** Kopiykas of what can be ordered. */
export const totalOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + (line.available ? costOf(line) : 0), 0)
