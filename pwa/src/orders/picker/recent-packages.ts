import type { Order } from '@tsedra/contract/orders'
import type { PackageSize } from '@tsedra/contract/packages'
import type { LastOrder } from '../../shared/last-order.ts'
import { type Entry, GUEST, isVisibleTo } from '../../outbox/entry.ts'

/** Maximum number of products of earlier orders. */
const MAX_RECENT = 12

interface OrderedLine {
  slug: string | null
  packageSize: PackageSize
}

interface Sources {
  /** Entries of the outbox, newest first: those that were sent stay for a month. */
  entries: readonly Entry[]
  lastOrder: LastOrder | null
  /** Orders of the signed-in account, newest first. */
  purchases: readonly Pick<Order, 'items'>[]
}

/**
 * Returns the products of earlier orders by slug, those of the latest order first, with the package that was ordered
 * last.
 *
 * @param userId the signed-in user; undefined for a guest
 */
export function findRecentPackages(
  { entries, lastOrder, purchases }: Sources,
  userId: string | undefined,
): Map<string, PackageSize> {
  const owner = userId ?? GUEST
  const isOwn = (entry: Entry) => isVisibleTo(entry, owner) && entry.state !== 'cancelled' && entry.state !== 'away'
  const ordered: OrderedLine[] = [
    ...entries.filter(isOwn).flatMap(({ summary }) => summary.lines),
    ...(lastOrder && (lastOrder.ownerId ?? userId) === userId ? lastOrder.lines : []),
    ...purchases.flatMap(({ items }) => items),
  ]
  const packages = new Map<string, PackageSize>()
  for (const { slug, packageSize } of ordered) {
    if (packages.size >= MAX_RECENT) break
    if (slug && !packages.has(slug)) packages.set(slug, packageSize)
  }
  return packages
}
