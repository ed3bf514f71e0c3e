import type { Language } from '@tsedra/contract/language'
import type { Order } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { readVersionsOfOrders } from '@tsedra/database/order-versions'
import { countOrdersOfUser, readOrdersOfUser } from '@tsedra/database/orders'
import { orderView, versionView } from './order-view.ts'

const PAGE_SIZE = 20

/** Returns a page of an account's orders, newest first. */
export async function readCustomerOrderPage(
  db: Db,
  userId: string,
  language: Language,
  { limit = PAGE_SIZE, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<{ orders: Order[]; total: number }> {
  const [orders, total] = await Promise.all([
    readOrdersOfUser(db, userId, limit, offset),
    countOrdersOfUser(db, userId),
  ])
  return { orders: orders.map((order) => orderView(order, language)), total }
}

/** Returns all orders of an account, with the data that the customer entered and the versions that staff have made. */
export async function readCustomerOrders(db: Db, userId: string, language: Language) {
  const orders = await readOrdersOfUser(db, userId, await countOrdersOfUser(db, userId), 0)
  const versions = await readVersionsOfOrders(
    db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => {
    const ofOrder = versions.get(order.id)
    return {
      ...orderView(order, language),
      customerName: order.customerName,
      customerPhone: order.customerPhone,
      customerComment: order.customerComment,
      ...(ofOrder && { versions: ofOrder.map((version) => versionView(version, language)) }),
    }
  })
}
