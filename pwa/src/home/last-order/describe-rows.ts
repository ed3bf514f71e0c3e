import { lineTotal } from '@tsedra/contract/money'
import type { PackageSize } from '@tsedra/contract/packages'
import { planReorder } from '../../orders/reorder/plan-reorder.ts'
import type { Product } from '../../catalogue/queries.ts'
import type { LastOrderLine } from '../../shared/last-order.ts'

export interface SlipRow {
  key: string
  /** The name at the order, until the catalogue is known. */
  name: string
  product: Product | undefined
  packageSize: PackageSize
  quantity: number
  /** Kopiykas at today's price. */
  cost: number
  /** The product, or this package of it, is not sold any more: the new order leaves it out. */
  isGone: boolean
}

/** Returns the rows of the slip. @param products undefined: not known yet, so nothing counts as gone */
export function describeRows(lines: readonly LastOrderLine[], products: Map<string, Product> | undefined): SlipRow[] {
  return lines.map((line) => {
    const { slug, name, packageSize, quantity } = line
    const product = products?.get(slug ?? '')
    const isGone = products !== undefined && planReorder([line], products).items.length === 0
    const cost = product && !isGone ? lineTotal(product, packageSize, quantity) : 0
    return { key: `${slug}${name}${packageSize}`, name, product, packageSize, quantity, cost, isGone }
  })
}
