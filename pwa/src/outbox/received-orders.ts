import type { Order } from '@tsedra/contract/orders'
import type { OutboxDatabase } from './database.ts'
import type { Entry } from './entry.ts'

/** Returns the orders of this device that the shop has received, newest first. */
export const readReceivedOrders = async ({ outbox }: OutboxDatabase): Promise<Entry[]> =>
  (await outbox.where('state').equals('sent').sortBy('seq')).toReversed()

/** Stores what the shop last returned about an order, for display offline; does nothing unless the order is listed. */
export async function storeReceivedOrder({ outbox }: OutboxDatabase, order: Order): Promise<void> {
  await outbox
    .where('id')
    .equals(order.id)
    .filter(({ state }) => state === 'sent')
    .modify({ answer: order })
}

/** Removes a received order from the device; an order that is still to be sent, or to be cancelled, stays. */
export async function removeReceivedOrder({ outbox }: OutboxDatabase, id: string): Promise<void> {
  // mutation test: only-received-order-removed
  await outbox
    .where('id')
    .equals(id)
    .filter(({ state }) => state === 'sent')
    .delete()
}
