import * as z from 'zod/mini'
import { staffOrder } from './admin-orders.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { MAX_ORDER_LINES } from './order-lines.ts'
import { orderId, phoneInput, quantity } from './orders.ts'
import { languageInput, packageInput, text } from './text.ts'

/** A user name of Telegram, with or without `@`; stored without. */
const telegramName = z.pipe(
  z.string().check(z.regex(/^@?[A-Za-z0-9_]{5,32}$/)),
  z.transform((name) => name.replace('@', '')),
)

export const enteredOrder = z.strictObject({
  /** Generated when the form opens: the idempotency key, as in the shop (infra/decisions/0005-orders.md). */
  id: orderId,
  customerName: text(255, { min: 1 }),
  customerPhone: phoneInput,
  customerTelegram: z.optional(z.nullable(telegramName)),
  customerComment: z.optional(z.nullable(text(2000, { lines: true }))),
  /** The language of the customer. */
  language: languageInput,
  items: z
    .array(z.strictObject({ productId: z.uuid(), packageSize: packageInput, quantity }))
    .check(z.minLength(1), z.maxLength(MAX_ORDER_LINES)),
})
export type EnteredOrder = z.output<typeof enteredOrder>

/** Idempotent by id: a repeat returns 200 and the stored order. */
export const enterOrder = endpoint({
  route: 'POST /api/admin/orders',
  summary: 'Stores an order that a customer placed by phone; idempotent by id.',
  access: 'staff',
  body: enteredOrder,
  response: staffOrder,
  status: [201, 200],
  errors: [...staffOnlyErrors, 'order_differs', 'order_cancelled', 'unavailable', 'too_many_requests'],
})
