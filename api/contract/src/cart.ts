import * as z from 'zod/mini'
import { product } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { MAX_LINE_QUANTITY, MAX_ORDER_LINES } from './order-lines.ts'
import { languageInput, packageInput, packageSize } from './text.ts'

/** Maximum number of lines in a cart: the limit of one order. */
export const MAX_CART_LINES = MAX_ORDER_LINES

const money = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/))

export const cartItem = z.object({
  id: z.uuid(),
  product,
  packageSize,
  quantity: z.int(),
  unitPrice: money,
  lineTotal: money,
  /** False when this package is no longer sold; products that are not sold are not listed at all. */
  available: z.boolean(),
})
export type CartItem = z.infer<typeof cartItem>

/** Every change returns the whole cart as it is then. */
const cart = z.array(cartItem)
const query = z.strictObject({ lang: z.optional(languageInput) })
const params = z.strictObject({ id: z.uuid() })

export const getCart = endpoint({
  route: 'GET /api/cart',
  summary: 'The cart, in the order of adding.',
  access: 'customer',
  query,
  response: cart,
  errors: ['unauthorized'],
})

export const addToCart = endpoint({
  route: 'POST /api/cart',
  summary: 'Adds to the line of this product and package; a line holds 99 at most.',
  access: 'customer',
  query,
  body: z.strictObject({
    productId: z.uuid(),
    packageSize: packageInput,
    quantity: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_LINE_QUANTITY))),
  }),
  response: cart,
  errors: ['unauthorized', 'unavailable', 'cart_full', 'too_many_requests'],
})

export const setCartQuantity = endpoint({
  route: 'PUT /api/cart/:id',
  summary: 'Sets a line’s quantity; zero or less removes it.',
  access: 'customer',
  params,
  query,
  body: z.strictObject({ quantity: z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)) }),
  response: cart,
  errors: ['unauthorized', 'not_found', 'too_many_requests'],
})

export const removeFromCart = endpoint({
  route: 'DELETE /api/cart/:id',
  summary: 'Removes a line.',
  access: 'customer',
  params,
  query,
  response: cart,
  errors: ['unauthorized', 'not_found', 'too_many_requests'],
})

export const clearCart = endpoint({
  route: 'DELETE /api/cart',
  summary: 'Removes all lines.',
  access: 'customer',
  query,
  response: cart,
  errors: ['unauthorized', 'too_many_requests'],
})
