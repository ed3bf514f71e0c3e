import { getOrder, placeOrder } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { Router } from 'express'
import { serve } from '../http/serve.ts'
import { type OrderLimits, orderLimits } from './order-limits.ts'
import { createOrderService } from './order-service.ts'

interface Deps {
  db: Db
  addressSecret: string
  limits?: OrderLimits
}

/** Order requests: sent once, asked for as often as anybody likes (infra/decisions/0005-orders.md). */
export function orderRoutes({ db, addressSecret, limits = orderLimits }: Deps): Router {
  const router = Router()
  const orders = createOrderService({ db, addressSecret, limits })

  serve(router, placeOrder, async ({ body }, { req, res }) => {
    const { order, replayed } = await orders.place(body, req.ip ?? '')
    res.status(replayed ? 200 : 201).set('Cache-Control', 'no-store')
    if (replayed) res.set('Idempotent-Replayed', 'true')
    return order
  })

  serve(router, getOrder, async ({ params, query }, { res }) => {
    res.set('Cache-Control', 'no-store')
    return orders.find(params.id, query.lang)
  })

  return router
}
