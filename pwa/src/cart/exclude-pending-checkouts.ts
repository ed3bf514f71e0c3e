import { outboxMayHaveEntries } from '../outbox/outbox-may-have-entries.ts'
import { type CartLineData, subtractOrdered } from './cart-lines.ts'

/**
 * Returns the API's cart without the lines of orders that wait in this device's outbox: the API removes these lines only
 * when it receives the order (infra/decisions/0022-favourites-and-cart.md).
 */
export async function excludePendingCheckouts<L extends CartLineData>(lines: readonly L[]): Promise<L[]> {
  if (!(await outboxMayHaveEntries())) return [...lines]
  const { readPendingCheckouts } = await import('./checkout/pending-checkouts.ts')
  return subtractOrdered(lines, await readPendingCheckouts())
}
