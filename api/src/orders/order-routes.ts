import { defaultLanguage } from '@tsedra/contract/language'
import {
  cancelOrder,
  getOrder,
  myOrders,
  orderId,
  orderVersions,
  type OrderVersions,
  placeOrder,
} from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import type { Response, Router } from 'express'
import * as z from 'zod/mini'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { readCustomerOrderPage } from './customer-orders.ts'
import { logOrder, logRequestedOrder } from './log-order.ts'
import { type OrderLimits, defaultOrderLimits } from './order-limits.ts'
import { createOrderService } from './order-service.ts'
import type { PlacedOrder } from './replay-order.ts'

interface Deps {
  db: Db
  log: Log
  addressSecret: string
  limits?: Partial<OrderLimits>
  versions?: OrderVersions
}

/** `Retry-After`, in seconds, for a phone with a newer version than this process: the deployment is in progress. */
const DEPLOY_S = 60

/** Serves orders; placing one is idempotent (infra/decisions/0005-orders.md). */
export function orderRoutes({ db, log, addressSecret, limits, versions = orderVersions }: Deps): Router {
  const router = createRouter()
  const orders = createOrderService({ db, addressSecret, limits: { ...defaultOrderLimits, ...limits } })

  router.use('/api/orders', logRequestedOrder)

  /** A body of another version cannot be parsed, but its id can: a known id is replayed here too. */
  router.use('/api/orders', async (req, res, next) => {
    if (req.method !== 'POST' || req.path !== '/') return next()
    const version = Number(req.get('x-order-version') ?? 1)
    if (version >= versions.oldest && version <= versions.latest) return next()
    const id = z.safeParse(orderId, (req.body as { id?: unknown } | undefined)?.id)
    const placed = id.success ? await orders.findReplay(id.data) : undefined
    res.set('Cache-Control', 'no-store')
    if (placed) return void res.json(z.parse(placeOrder.response, writeOrderStatus(res, placed)))
    if (version < versions.oldest) throw new Refusal('client_too_old', 'This app is too old: update it.')
    if (version > versions.latest)
      throw new Refusal('busy', 'The shop is being updated.', undefined, { retryAfterS: DEPLOY_S })
    throw new Refusal('invalid_request', 'X-Order-Version is a whole number.')
  })

  serve(router, placeOrder, async ({ body }, { req, res }) => {
    const readUserId = async () => (await req.signedIn())?.id ?? null
    const placed = await orders.place(body, req.ip ?? '', readUserId)
    logOrder(res, placed.order.id)
    log.info({ event: 'order-placed', replayed: placed.replayed })
    return writeOrderStatus(res, placed)
  })

  serve(router, getOrder, async ({ params, query }) => orders.find(params.id, query.lang))

  serve(router, cancelOrder, async ({ params }, { req }) => {
    const result = await orders.cancel(params.id, req.ip ?? '')
    log.info({ event: result.cancelled ? 'order-cancelled' : 'order-cancel-rejected' })
    return result
  })

  serve(router, myOrders, async ({ query: { lang = defaultLanguage, ...page } }, { user }) =>
    readCustomerOrderPage(db, user.id, lang, page),
  )

  return router
}

function writeOrderStatus(res: Response, { order, replayed }: PlacedOrder): PlacedOrder['order'] {
  res.status(replayed ? 200 : 201)
  if (replayed) res.set('Idempotent-Replayed', 'true')
  return order
}
