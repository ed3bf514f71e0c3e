import { Refusal } from '../http/refusal.ts'
import type { StoredRefusal } from './order-store.ts'

export const tooManyOrders = (retryAfterS: number): Refusal =>
  new Refusal('too_many_requests', 'Too many orders. Please try again later.', undefined, { retryAfterS })

export const orderCancelledError = (): Refusal => new Refusal('order_cancelled', 'This order was cancelled.')

export const unavailableError = ({ message, details }: StoredRefusal): Refusal =>
  new Refusal('unavailable', message, { items: details.items })
