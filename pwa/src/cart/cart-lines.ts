import type { CartItem } from '@tsedra/contract/cart'
import { lineTotal } from '@tsedra/contract/money'
import { MAX_LINE_QUANTITY } from '@tsedra/contract/order-lines'
import type { PackageSize } from '@tsedra/contract/packages'
import type { Product } from '../catalogue/queries.ts'

/** A line of the cart. It has no prices: the shared money module computes them for display. */
export type CartLineData = Pick<CartItem, 'product' | 'packageSize' | 'quantity' | 'available'>

/** Identifies a line: a cart has one per product and package. */
export interface CartLineKey {
  product: Pick<Product, 'id'>
  packageSize: PackageSize
}

export type Change =
  | { kind: 'add'; product: Product; packageSize: PackageSize; quantity: number }
  | { kind: 'set'; product: Product; packageSize: PackageSize; quantity: number }
  | { kind: 'clear' }

export const isSameLine = ({ product, packageSize }: CartLineKey, key: CartLineKey): boolean =>
  product.id === key.product.id && packageSize === key.packageSize

/** Returns the cart after these changes, applied in order. */
export const applyChanges = (lines: readonly CartLineData[], changes: readonly Change[]): CartLineData[] =>
  changes.reduce<CartLineData[]>(applyChange, [...lines])

function applyChange(lines: CartLineData[], change: Change): CartLineData[] {
  if (change.kind === 'clear') return []
  const line = lines.find((other) => isSameLine(other, change))
  const quantity = change.kind === 'add' ? (line?.quantity ?? 0) + change.quantity : change.quantity
  if (quantity <= 0) return lines.filter((other) => other !== line)
  const changed = { available: true, ...line, ...change, quantity: Math.min(quantity, MAX_LINE_QUANTITY) }
  if (line) return lines.map((other) => (other === line ? changed : other))
  return change.kind === 'add' ? [...lines, changed] : lines
}

interface OrderedLine {
  productId: string
  packageSize: PackageSize
  quantity: number
}

/** Returns the cart without the ordered quantities. */
export function subtractOrdered<L extends CartLineData>(lines: readonly L[], ordered: readonly OrderedLine[]): L[] {
  return lines.flatMap((line) => {
    const matching = ordered.filter(
      ({ productId, packageSize }) => productId === line.product.id && packageSize === line.packageSize,
    )
    const quantity = line.quantity - matching.reduce((sum, match) => sum + match.quantity, 0)
    return quantity > 0 ? { ...line, quantity } : []
  })
}

/** Returns the number of packages in all lines. */
export const totalQuantity = (lines: readonly CartLineData[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns the price of a line, in kopiykas. */
export const costOf = ({ product, packageSize, quantity }: CartLineData): number =>
  lineTotal(product, packageSize, quantity)

/** Returns the total of the available lines, in kopiykas. */
export const totalOf = (lines: readonly CartLineData[]): number =>
  lines.reduce((sum, line) => sum + (line.available ? costOf(line) : 0), 0)
