import type { Order } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { readOrder } from '@tsedra/database/orders'
import { Refusal } from '../http/refusal.ts'
import { orderCancelledError, unavailableError } from './order-errors.ts'
import type { OrderRequest } from './order-request.ts'
import { type KnownOutcome, readKnownOutcome } from './order-store.ts'
import { orderView } from './order-view.ts'

export interface PlacedOrder {
  order: Order
  /** An earlier request placed this order: the response is an idempotent replay. */
  replayed: boolean
}

/** Returns the stored order. */
export async function replayOrder(db: Db, id: string): Promise<PlacedOrder> {
  const stored = await readOrder(db, id)
  if (!stored) throw new Error(`order ${id} has an outcome but no row`)
  return { order: orderView(stored, stored.language), replayed: true }
}

/** Returns the outcome of an earlier request by its id alone; undefined when no request used the id. */
export async function findReplay(db: Db, id: string): Promise<PlacedOrder | undefined> {
  const storedOutcome = await readKnownOutcome(db, id)
  if (storedOutcome?.outcome === 'cancelled') throw orderCancelledError()
  if (storedOutcome?.outcome === 'refused') throw unavailableError(storedOutcome.refusal)
  return storedOutcome && replayOrder(db, id)
}

/** Repeats the outcome of the earlier request with this id. @throws Refusal `order_differs` when the contents differ */
export async function replayOutcome(
  db: Db,
  { id, fingerprint }: Pick<OrderRequest, 'id' | 'fingerprint'>,
  storedOutcome: KnownOutcome,
): Promise<PlacedOrder> {
  if (storedOutcome.outcome === 'cancelled') throw orderCancelledError()
  // Retention clears the fingerprint of an old order: then the id alone decides.
  if (storedOutcome.fingerprint !== null && storedOutcome.fingerprint !== fingerprint.toString('hex')) {
    throw new Refusal('order_differs', 'Another request was sent under this id.')
  }
  if (storedOutcome.outcome === 'refused') throw unavailableError(storedOutcome.refusal)
  return replayOrder(db, id)
}
