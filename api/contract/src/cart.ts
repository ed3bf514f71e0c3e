import * as z from 'zod/mini'
import { product } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { packageSizes } from './packages.ts'
import { languageInput, packageInput } from './text.ts'

/** Of one package in a cart at most. */
export const LINE_MAX = 99
/** Lines of a cart at most: what one order can hold. */
export const CART_MAX = 50

const money = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/))

export const cartItem = z.object({
  id: z.uuid(),
  product,
  packageSize: z.enum(packageSizes),
  quantity: z.int(),
  unitPrice: money,
  lineTotal: money,
  /** False when this package is not sold any more; products that are not sold are not listed at all. */
  available: z.boolean(),
})
export type CartItem = z.infer<typeof cartItem>

/** Every change answers the whole cart as it is then. */
const cart = z.array(cartItem)
const query = z.strictObject({ lang: z.optional(languageInput) })
const params = z.strictObject({ id: z.uuid() })

export const getCart = endpoint({
  address: 'GET /api/cart',
  summary: 'The cart, in the order of adding.',
  who: 'customer',
  query,
  reply: cart,
  refuses: ['unauthorized'],
})

export const addToCart = endpoint({
  address: 'POST /api/cart',
  summary: 'Adds to the line of this product and package; a line holds 99 at most.',
  who: 'customer',
  query,
  body: z.strictObject({
    productId: z.uuid(),
    packageSize: packageInput,
    quantity: z.optional(z.int().check(z.minimum(1), z.maximum(LINE_MAX))),
  }),
  reply: cart,
  refuses: ['unauthorized', 'unavailable', 'cart_full', 'too_many_requests'],
})

export const setCartQuantity = endpoint({
  address: 'PUT /api/cart/:id',
  summary: 'Sets a line’s quantity; zero or less takes it out.',
  who: 'customer',
  params,
  query,
  body: z.strictObject({ quantity: z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)) }),
  reply: cart,
  refuses: ['unauthorized', 'not_found', 'too_many_requests'],
})

export const removeFromCart = endpoint({
  address: 'DELETE /api/cart/:id',
  summary: 'Takes a line out.',
  who: 'customer',
  params,
  query,
  reply: cart,
  refuses: ['unauthorized', 'not_found', 'too_many_requests'],
})

export const clearCart = endpoint({
  address: 'DELETE /api/cart',
  summary: 'Takes everything out.',
  who: 'customer',
  query,
  reply: cart,
  refuses: ['unauthorized', 'too_many_requests'],
})
