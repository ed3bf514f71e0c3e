import {
  addOrderNote,
  countPendingOrders,
  ADMIN_ORDERS_PAGE_SIZE,
  exportOrders,
  streamOrderEvents,
  getStaffOrder,
  listStaffOrders,
  type StatusConflict,
  setOrderStatus,
  type StaffOrder,
} from '@tsedra/contract/admin-orders'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import type { OrderStatus } from '@tsedra/contract/orders'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import { changeStatus, readLastStatusChange } from '@tsedra/database/order-status'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import type { Router } from 'express'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve, serveStream } from '../http/serve.ts'
import { readStaffOrder } from './order-details.ts'
import type { OrderFeed } from './order-feed.ts'
import { countOrders, countPending, type OrderFilter, readOrderPage } from './order-list.ts'
import { sendOrdersCsv } from './orders-csv.ts'

interface Deps {
  db: Db
  orderFeed: OrderFeed
}

/** Serves the order administration: infra/decisions/0029-order-administration.md. Reads of customers' names and phones are audited. */
export function staffOrderRoutes({ db, orderFeed }: Deps): Router {
  const router = createRouter()

  serve(router, listStaffOrders, async ({ query }, { user }) => {
    const { limit = ADMIN_ORDERS_PAGE_SIZE, before, sort, lang: language = defaultLanguage, ...filter } = query
    const page = await readOrderPage(db, filter, { limit, before, sort, language })
    const after = { count: page.orders.length, ...redactSearch(filter) }
    // mutation test: order-list-read-audited
    await db.transaction((trx) => audit(trx, user, { action: 'orders.read', after }))
    return page
  })

  serve(router, countPendingOrders, () => countPending(db))

  serve(router, getStaffOrder, async ({ params: { id }, query: { lang } }, { user }) => {
    const order = await readOrderOrReject(id, lang)
    await db.transaction((trx) => audit(trx, user, { action: 'order.read', id }))
    return order
  })

  serve(router, setOrderStatus, async ({ params: { id }, query: { lang }, body: { status, from } }, { user }) => {
    await db.transaction(async (trx) => {
      // mutation test: status-change-compared
      const result = await changeStatus(trx, { orderId: id, to: status, by: user, ...(from && { from }) })
      // No conflict when two users set the same status.
      if (result && !result.changed && result.before !== status) await rejectConflict(trx, id, result.before)
    })
    return readOrderOrReject(id, lang)
  })

  serve(router, addOrderNote, async ({ params: { id }, query: { lang }, body: { note } }, { user, res }) => {
    await db.transaction(async (trx) => {
      if (!(await trx('orders').where({ id }).first('id'))) return
      await trx('order_events').insert({ order_id: id, kind: 'note', actor: 'staff', user_id: user.id, note })
      await audit(trx, user, { action: 'order.noted', id })
    })
    const order = await readOrderOrReject(id, lang)
    res.status(201)
    return order
  })

  serveStream(router, exportOrders, async ({ query: { lang = defaultLanguage, ...filter } }, { user, res }) => {
    const after = { count: await countOrders(db, filter), ...redactSearch(filter) }
    await db.transaction((trx) => audit(trx, user, { action: 'orders.exported', after }))
    await sendOrdersCsv(res, db, filter, lang)
  })

  serveStream(router, streamOrderEvents, async ({ query }, { req, res, user }) => {
    const last = /^\d{1,15}$/.exec(req.get('last-event-id') ?? '')?.[0]
    await orderFeed.subscribe(res, user, last === undefined ? query.after : Number(last))
  })

  return router

  async function readOrderOrReject(id: string, language: Language = defaultLanguage): Promise<StaffOrder> {
    const order = await readStaffOrder(db, id, language)
    if (!order) throw new Refusal('not_found', 'No such order.')
    return order
  }
}

/** @throws Refusal `changed_meanwhile` with the user who changed the status */
async function rejectConflict(trx: Knex.Transaction, orderId: string, status: OrderStatus): Promise<never> {
  const last = await readLastStatusChange(trx, orderId)
  const details: StatusConflict = {
    status,
    actor: last?.actor ?? 'system',
    name: last?.name ? sanitiseLine(last.name) : null,
  }
  throw new Refusal('changed_meanwhile', 'Another user has changed this order in the meantime.', { ...details })
}

/** Removes the search text, a customer's name or phone, which must not be logged. */
const redactSearch = ({ search, ...rest }: OrderFilter) => ({ ...rest, ...(search && { searched: true }) })
