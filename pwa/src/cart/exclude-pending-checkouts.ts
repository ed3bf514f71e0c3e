import { outboxMayHaveEntries } from '../outbox/outbox-may-have-entries.ts'
import { type CartLineData, subtractOrdered } from './cart-lines.ts'

/**
 * What the shop says of the cart, without what was checked out of it on this phone and waits to be sent: the shop takes it out
 * when it takes the request (infra/decisions/0022-favourites-and-cart.md).
 */
export async function excludePendingCheckouts<L extends CartLineData>(lines: readonly L[]): Promise<L[]> {
  if (!(await outboxMayHaveEntries())) return [...lines]
  const { readPendingCheckouts: waitingCheckouts } = await import('./checkout/pending-checkouts.ts')
  return subtractOrdered(lines, await waitingCheckouts())
}
