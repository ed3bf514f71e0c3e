import { orderCancelled } from '@tsedra/contract/jobs'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { changeStatus } from '@tsedra/database/order-status'
import { queueJob } from '@tsedra/database/outbox'
import { consumeOrderId } from './consume-order-id.ts'
import { insertCancel, markCancelled, readKnownOutcome } from './order-store.ts'

export interface CancelResult {
  id: string
  cancelled: boolean
  status: OrderStatus | null
}

/**
 * Cancels the order unless staff have confirmed it. The row of the id serialises this with a copy of the order that
 * arrives at the same time.
 */
export async function cancelOrder(db: Db, addressSecret: string, id: string, address: string): Promise<CancelResult> {
  return db.transaction(async (trx) => {
    const isKnown = (await readKnownOutcome(trx, id)) !== undefined
    // mutation test: early-cancel-uses-id-up
    if (!isKnown && (await consumeOrderId(trx, addressSecret, address, () => insertCancel(trx, id))))
      return { id, cancelled: true, status: null }
    // mutation test: only-pending-order-cancelled
    const result = await changeStatus(trx, { orderId: id, from: 'pending', to: 'cancelled', by: 'customer' })
    if (!result) return { id, cancelled: true, status: null }
    if (!result.changed) return { id, cancelled: result.before === 'cancelled', status: result.before }
    // mutation test: cancelled-id-marked
    await markCancelled(trx, id)
    await queueJob(trx, orderCancelled, { orderId: id })
    return { id, cancelled: true, status: 'cancelled' }
  })
}
