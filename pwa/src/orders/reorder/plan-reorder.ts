import { parseMoney, type Priced, unitPrice } from '@tsedra/contract/money'
import type { PackageSize } from '@tsedra/contract/packages'
import type { RequestedLine } from '../../shared/order-dialog-state.ts'
import type { LastOrderLine } from '../../shared/last-order.ts'

/** A product as it is sold today. */
export interface CurrentProduct extends Priced {
  id: string
  slug: string
  availablePackages: readonly PackageSize[]
}

/** A difference between an ordered line and today's offer; prices in kopiykas per package. */
export type Difference =
  | { kind: 'price'; name: string; packageSize: PackageSize; before: number; now: number }
  | { kind: 'package'; name: string; packageSize: PackageSize }
  | { kind: 'gone'; name: string }

/**
 * Returns the lines of an order that are available today, and the differences to the order.
 *
 * @param currentProducts by slug; a missing product is not sold any more
 */
export function planReorder(
  lines: readonly LastOrderLine[],
  currentProducts: ReadonlyMap<string, CurrentProduct>,
): { items: RequestedLine[]; differences: Difference[] } {
  const items: RequestedLine[] = []
  const differences: Difference[] = []
  for (const { slug, name, packageSize, quantity, unitPrice: paidPrice } of lines) {
    const product = currentProducts.get(slug ?? '')
    if (!product) {
      differences.push({ kind: 'gone', name })
    } else if (!product.availablePackages.includes(packageSize)) {
      differences.push({ kind: 'package', name, packageSize })
    } else {
      items.push({ productId: product.id, slug: product.slug, packageSize, quantity })
      const before = parseMoney(paidPrice) ?? 0
      const now = unitPrice(product, packageSize)
      if (now !== before) differences.push({ kind: 'price', name, packageSize, before, now })
    }
  }
  return { items, differences }
}
