import { enterOrder } from '@tsedra/contract/admin-entered-orders'
import { amendOrder } from '@tsedra/contract/admin-amendments'
import {
  addOrderNote,
  countPendingOrders,
  ADMIN_ORDERS_PAGE_SIZE,
  exportOrders,
  streamOrderEvents,
  getStaffOrder,
  listStaffOrders,
  reportOrderPresence,
  setOrderStatus,
  setOrderStatuses,
  type StaffOrder,
  type StatusChangeResult,
} from '@tsedra/contract/admin-orders'
import { getPickingList } from '@tsedra/contract/admin-picking'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import type { OrderStatus } from '@tsedra/contract/orders'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { amendOrderOnce } from '../orders/amend-order.ts'
import { logRequestedOrder } from '../orders/log-order.ts'
import { defaultOrderLimits } from '../orders/order-limits.ts'
import { createOrderService } from '../orders/order-service.ts'
import { serve, serveStream } from '../http/serve.ts'
import { changeOrderStatus } from './change-order-status.ts'
import { readStaffOrder } from './order-details.ts'
import type { OrderFeed } from './order-feed.ts'
import { countOrders, countPending, type OrderFilter, readOrderPage } from './order-list.ts'
import { announcePresence } from './order-presence.ts'
import { sendOrdersCsv } from './orders-csv.ts'
import { readPickingList } from './picking-list.ts'

interface Deps {
  db: Db
  log: Log
  addressSecret: string
  orderFeed: OrderFeed
}

/** Serves the order administration: infra/decisions/0029-order-administration.md. Reads of customers' names and phones are audited. */
export function staffOrderRoutes({ db, log, orderFeed, addressSecret }: Deps): Router {
  const router = createRouter()
  const orders = createOrderService({ db, addressSecret, limits: defaultOrderLimits })

  router.use('/api/admin/orders', logRequestedOrder)

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
    const result = await changeOrderStatus(db, user, { id, status, from })
    logStatusChange(result, status)
    const { conflict } = result
    if (conflict) {
      throw new Refusal('changed_meanwhile', 'Another user has changed this order in the meantime.', { ...conflict })
    }
    return readOrderOrReject(id, lang)
  })

  serve(router, setOrderStatuses, async ({ body: { changes } }, { user }) => {
    const results: StatusChangeResult[] = []
    for (const change of changes) {
      const result = await changeOrderStatus(db, user, change)
      logStatusChange(result, change.status)
      results.push(result)
    }
    return { results }
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

  serve(router, getPickingList, ({ query: { lang = defaultLanguage, ...days } }) => readPickingList(db, days, lang))

  serve(router, enterOrder, async ({ body }, { user, req, res }) => {
    const { replayed } = await orders.enter(body, req.ip ?? '', user)
    log.info({ event: 'order-entered', replayed, user: user.id })
    res.status(replayed ? 200 : 201)
    return readOrderOrReject(body.id, body.language)
  })

  serve(router, amendOrder, async ({ params: { id }, query: { lang }, body }, { user }) => {
    await db.transaction((trx) => amendOrderOnce(trx, id, body, user))
    log.info({ event: 'order-amended', user: user.id })
    return readOrderOrReject(id, lang)
  })

  serve(router, reportOrderPresence, async ({ params: { id }, body }, { user }) => {
    await announcePresence(db, { orderId: id, userId: user.id, ...body })
    return { reported: true as const }
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

  function logStatusChange({ id, outcome }: StatusChangeResult, status: OrderStatus): void {
    const event = outcome === 'changed' ? 'order-status-changed' : 'order-status-change-rejected'
    log.info({ event, order: id, status, outcome })
  }

  async function readOrderOrReject(id: string, language: Language = defaultLanguage): Promise<StaffOrder> {
    const order = await readStaffOrder(db, id, language)
    if (!order) throw new Refusal('not_found', 'No such order.')
    return order
  }
}

/** Removes the search text, a customer's name or phone, which must not be logged. */
const redactSearch = ({ search, ...rest }: OrderFilter) => ({ ...rest, ...(search && { searched: true }) })
