import { parseMoney, unitPrice } from '@tsedra/contract/money'
import type { OrderLine } from '@tsedra/contract/orders'
import type { PackageSize } from '@tsedra/contract/packages'
import type { RequestedLine } from '../shared/order-request.ts'

/** What has to be known of a product today. */
export interface Sold {
  id: string
  slug: string
  /** Of 50 g, as on the wire. */
  price: string
  availablePackages: readonly PackageSize[]
}

/** How a line differs from when it was ordered; prices in kopiykas for one package. */
export type Difference =
  | { what: 'price'; name: string; packageSize: PackageSize; before: number; now: number }
  | { what: 'package'; name: string; packageSize: PackageSize }
  | { what: 'gone'; name: string }

/**
 * The lines of a purchase as they can be ordered today. What is not sold any more is left out and named.
 *
 * @param today by slug; a product that is not there is not sold
 */
export function orderAgain(
  lines: readonly OrderLine[],
  today: ReadonlyMap<string, Sold>,
): { items: RequestedLine[]; differences: Difference[] } {
  const items: RequestedLine[] = []
  const differences: Difference[] = []
  for (const { slug, name, packageSize, quantity, unitPrice: paid } of lines) {
    const product = today.get(slug ?? '')
    if (!product) {
      differences.push({ what: 'gone', name })
    } else if (!product.availablePackages.includes(packageSize)) {
      differences.push({ what: 'package', name, packageSize })
    } else {
      items.push({ productId: product.id, slug: product.slug, packageSize, quantity })
      const before = parseMoney(paid) ?? 0
      const now = unitPrice(parseMoney(product.price) ?? 0, packageSize)
      if (now !== before) differences.push({ what: 'price', name, packageSize, before, now })
    }
  }
  return { items, differences }
}
