import { mayHold } from '../outbox/may-hold.ts'
import { type Line, withoutOrdered } from './lines.ts'

/**
 * What the shop says of the cart, without what was checked out of it on this phone and waits to be sent: the shop takes it out
 * when it takes the request (infra/decisions/0022-favourites-and-cart.md).
 */
export async function withoutWaiting<L extends Line>(lines: readonly L[]): Promise<L[]> {
  if (!(await mayHold())) return [...lines]
  const { waitingCheckouts } = await import('./checkout/checkouts.ts')
  return withoutOrdered(lines, await waitingCheckouts())
}
