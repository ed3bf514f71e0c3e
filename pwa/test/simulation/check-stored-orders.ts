import type { StoredOrder, StoredOrders } from '../../../api/test/order-api/order-api.ts'
import type { NewEntry } from '../../src/outbox/queue.ts'
import { assertInvariant } from '../outbox-invariants.ts'

/**
 * Checks that the database agrees with itself and with the bodies that the phones have saved, by id. It does so at any moment,
 * also right after a process was killed within a transaction.
 */
export function checkStoredOrders(
  { orders, outcomes, placedJobs, cancelledJobs }: StoredOrders,
  bodies: ReadonlyMap<string, string>,
): void {
  for (const { id } of outcomes) assertInvariant(bodies.has(id), 'I3 an id that was not submitted', id)
  const outcomesById = new Map(outcomes.map(({ id, outcome }) => [id, outcome]))
  for (const order of orders) {
    const { id, status, history } = order
    const body = bodies.get(id)
    assertInvariant(body !== undefined, 'I3 an order that was not submitted', order)
    const stored = contentOf(order)
    const saved = savedContentOf(body ?? '{}')
    assertInvariant(JSON.stringify(stored) === JSON.stringify(saved), 'I9 stored with another content', {
      stored,
      saved,
    })
    const outcome = status === 'cancelled' ? 'cancelled' : 'order'
    assertInvariant(outcomesById.get(id) === outcome, 'I5 the outcome of the id is not that of the order', order)
    const isHistory = history[0] === 'pending' && history.at(-1) === status && history.length <= 2
    assertInvariant(isHistory, 'I5 the status has changed after a final one', order)
  }
  assertSameIds('I10 the jobs about new orders are not one per order', placedJobs, orders)
  const cancelled = orders.filter(({ status }) => status === 'cancelled')
  assertSameIds('I10 the jobs about cancels are not one per cancelled order', cancelledJobs, cancelled)
}

function assertSameIds(violation: string, jobIds: readonly string[], orders: readonly StoredOrder[]): void {
  const ids = orders.map(({ id }) => id).sort()
  const differences = { jobs: [...jobIds].sort(), orders: ids }
  assertInvariant(JSON.stringify(differences.jobs) === JSON.stringify(ids), violation, differences)
}

const contentOf = ({ name, phone, comment, userId, lines }: StoredOrder) => [name, phone, comment, userId, lines]

function savedContentOf(body: string) {
  // Written by the page.
  const saved = JSON.parse(body) as NewEntry['order']
  const { customerName, customerPhone, customerComment = null, ownerId, productId, quantity } = saved
  return [customerName, customerPhone, customerComment, ownerId, [{ productId, quantity }]]
}
