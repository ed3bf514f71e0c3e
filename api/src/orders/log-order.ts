import { orderId } from '@tsedra/contract/orders'
import { addLogFields } from '@tsedra/service/log'
import type { RequestHandler, Response } from 'express'
import * as z from 'zod/mini'

/** Adds the order id to the later log lines of the request, and to its response for the access log of the edge. */
export function logOrder(res: Response, id: string): void {
  addLogFields({ order: id })
  // mutation test: response-names-order
  res.set('X-Order-Id', id)
}

/** Logs the order that a request names in its body or path, so that the lines of a refusal have it too. */
export const logRequestedOrder: RequestHandler = (req, res, next) => {
  const { id = req.path.split('/')[1] } = (req.body ?? {}) as { id?: unknown }
  const parsed = z.safeParse(orderId, id)
  if (parsed.success) logOrder(res, parsed.data)
  next()
}
