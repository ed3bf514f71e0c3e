import { MAX_LINE_QUANTITY, MAX_ORDER_LINES } from '@tsedra/contract/order-lines'
import type { PackageSize } from '@tsedra/contract/packages'
import type { Draft, DraftLineKey } from '../outbox/draft.ts'
import { linesFromSummary } from './order-form.ts'
import type { OrderableLine, OrderableProduct } from './orderable-product.ts'

export type LineChanges = Partial<Pick<OrderableLine, 'packageSize' | 'quantity'>>

const isLineOf = ({ product, packageSize }: OrderableLine, { id }: { id: string }, size: PackageSize): boolean =>
  product.id === id && packageSize === size

/** Returns how many of these packages the lines have. */
export const quantityOf = (lines: readonly OrderableLine[], product: { id: string }, size: PackageSize): number =>
  lines.find((line) => isLineOf(line, product, size))?.quantity ?? 0

/** Returns whether one more of these packages is within the limits of an order. */
export const canAdd = (lines: readonly OrderableLine[], product: { id: string }, size: PackageSize): boolean => {
  const quantity = quantityOf(lines, product, size)
  return quantity > 0 ? quantity < MAX_LINE_QUANTITY : lines.length < MAX_ORDER_LINES
}

/** Returns the lines with one more package, in the line of this package if there is one. */
export function addPackage(
  lines: readonly OrderableLine[],
  product: OrderableProduct,
  size: PackageSize,
): readonly OrderableLine[] {
  if (!canAdd(lines, product, size)) return lines
  const existing = lines.find((line) => isLineOf(line, product, size))
  return existing
    ? changeLine(lines, existing, { quantity: existing.quantity + 1 })
    : [...lines, { product, packageSize: size, quantity: 1 }]
}

export const changeLine = (
  lines: readonly OrderableLine[],
  changed: OrderableLine,
  changes: LineChanges,
): readonly OrderableLine[] =>
  lines.map((line) => (isLineOf(line, changed.product, changed.packageSize) ? { ...line, ...changes } : line))

export const removeLine = (lines: readonly OrderableLine[], removed: OrderableLine): readonly OrderableLine[] =>
  lines.filter((line) => !isLineOf(line, removed.product, removed.packageSize))

/** Returns the packages of the line's product that other lines have: an order has one line per product and package. */
export const packagesOfOtherLines = (
  lines: readonly OrderableLine[],
  { product, packageSize }: OrderableLine,
): PackageSize[] =>
  lines
    .filter((other) => other.product.id === product.id && other.packageSize !== packageSize)
    .map((other) => other.packageSize)

/** Returns one line per product and package: an order may have several of one. */
export function mergeLines(lines: readonly OrderableLine[]): readonly OrderableLine[] {
  return lines.reduce<readonly OrderableLine[]>((merged, line) => {
    const quantity = quantityOf(merged, line.product, line.packageSize)
    if (quantity === 0) return [...merged, line]
    return changeLine(merged, line, { quantity: Math.min(MAX_LINE_QUANTITY, quantity + line.quantity) })
  }, [])
}

export const keyOf = ({ product, packageSize, quantity }: OrderableLine): DraftLineKey => ({
  productId: product.id,
  packageSize,
  quantity,
})

/**
 * Returns the lines with which a form opens: those of its draft if it was opened with the same lines before, else the
 * requested ones and the products that were added to the draft.
 */
export function restoreLines(
  requestedLines: readonly OrderableLine[],
  { lines: draftLines, requested }: Pick<Draft, 'lines' | 'requested'>,
): readonly OrderableLine[] {
  if (!draftLines || !requested) return requestedLines
  const storedLines = linesFromSummary({ lines: draftLines })
  if (JSON.stringify(requestedLines.map(keyOf)) === JSON.stringify(requested)) return storedLines
  const requestedIds = new Set([
    ...requested.map(({ productId }) => productId),
    ...requestedLines.map(({ product }) => product.id),
  ])
  const addedLines = storedLines.filter(({ product }) => !requestedIds.has(product.id))
  return [...requestedLines, ...addedLines].slice(0, MAX_ORDER_LINES)
}
