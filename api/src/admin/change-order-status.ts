import type { StatusChangeResult, StatusConflict } from '@tsedra/contract/admin-orders'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Actor } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import { changeStatus, readLastStatusChange } from '@tsedra/database/order-status'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import type { Knex } from 'knex'

interface RequestedChange {
  id: string
  status: OrderStatus
  /** The status that the client has seen; absent: the last write wins. */
  from?: OrderStatus | undefined
}

/** Changes the status of one order in a transaction of its own. No conflict when two users set the same status. */
export function changeOrderStatus(
  db: Db,
  user: Actor,
  { id, status, from }: RequestedChange,
): Promise<StatusChangeResult> {
  return db.transaction(async (trx): Promise<StatusChangeResult> => {
    // mutation test: status-change-compared
    const result = await changeStatus(trx, { orderId: id, to: status, by: user, ...(from && { from }) })
    if (!result) return { id, outcome: 'missing' }
    if (result.changed || result.before === status) return { id, outcome: 'changed' }
    return { id, outcome: 'conflict', conflict: await readConflict(trx, id, result.before) }
  })
}

/** Returns the user who changed the status first. */
async function readConflict(trx: Knex.Transaction, orderId: string, status: OrderStatus): Promise<StatusConflict> {
  const last = await readLastStatusChange(trx, orderId)
  return { status, actor: last?.actor ?? 'system', name: last?.name ? sanitiseLine(last.name) : null }
}
