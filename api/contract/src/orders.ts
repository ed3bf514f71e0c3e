import * as z from 'zod/mini'
import { botLink } from './bot.ts'
import { endpoint } from './endpoint.ts'
import { parseMoney } from './money.ts'
import { packageSizes } from './packages.ts'
import { languageInput, packageInput, phonePattern, queryInteger, moneyPattern, text } from './text.ts'

export const orderStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Hours within which staff promise to answer. */
export const PROMISE_HOURS = 24

/** Made by the phone when the order dialog opens: the order's primary key (infra/decisions/0005-orders.md). */
export const orderId = z.uuidv4().check(z.toLowerCase())

/** A sum in hryvnia as a decimal text or number; kopiykas after parsing. */
const quotedTotal = z.pipe(
  z.union([
    z.string().check(z.maxLength(20), z.meta({ pattern: moneyPattern })),
    z.number().check(z.meta({ minimum: 0, maximum: 9_999_999_999.99, multipleOf: 0.01 })),
  ]),
  z.transform((value, context) => {
    const kopiykas = parseMoney(String(value))
    if (kopiykas !== undefined) return kopiykas
    context.issues.push({ code: 'custom', message: 'a sum with at most two decimals', input: value })
    return z.NEVER
  }),
)

const phoneInput = z.pipe(
  text(50, { min: 1, pattern: phonePattern }),
  z.transform((value, context) => {
    // Fullwidth and Arabic digits count too: the API normalises them, a check must not lose the order.
    const digits = value.match(/\p{Nd}/gu)?.length ?? 0
    if (digits >= 7 && digits <= 15) return value
    context.issues.push({ code: 'custom', message: 'a phone number of 7 to 15 digits', input: value })
    return z.NEVER
  }),
)

/** UTC, in a year that Postgres has. */
const utcDateTime = z.iso.datetime().check(z.regex(/^(?!0000)/))

/** By the phone's own clock, to the millisecond. What no clock says is left out: a wrong one loses no order. */
const clientTimestamp = z.pipe(
  z.string().check(z.meta({ description: 'A moment of ISO 8601 in UTC; another text is ignored.' })),
  z.transform((value) => (z.safeParse(utcDateTime, value).success ? new Date(value).toISOString() : undefined)),
)

/**
 * Shapes of the body below that the API takes. A phone names its own in `X-Order-Version` (absent: 1), because a request
 * may be weeks old when it arrives; the oldest is dropped 90 days after its successor at the earliest.
 */
export const orderVersions = { oldest: 1, latest: 1 }
export type OrderVersions = typeof orderVersions

const quantity = z.int().check(z.minimum(1), z.maximum(99))

export const newOrder = z.strictObject({
  id: z.optional(orderId),
  customerName: text(255, { min: 1 }),
  customerPhone: phoneInput,
  customerComment: z.optional(z.nullable(text(2000, { lines: true }))),
  productId: z.optional(z.nullable(z.uuid())),
  packageSize: z.optional(z.nullable(packageInput)),
  quantity: z.optional(quantity),
  /** What the customer saw; kept, never trusted. */
  totalAmount: z.optional(z.nullable(quotedTotal)),
  items: z.optional(
    z
      .array(z.strictObject({ productId: z.uuid(), packageSize: packageInput, quantity }))
      .check(z.minLength(1), z.maxLength(50)),
  ),
  /** The language the customer reads. */
  language: z.optional(languageInput),
  /** When the customer pressed send. */
  sentAt: z.optional(clientTimestamp),
  /**
   * Whose request it was when it was written on the phone: an account's id, null for a guest. It is taken only under that
   * account's session, however late it comes; left out, whoever is signed in at the moment.
   */
  ownerId: z.optional(z.nullable(z.uuid())),
  /** The lines were checked out of the sender's cart: it loses them in the moment the order is taken. */
  fromCart: z.optional(z.boolean()),
  /**
   * Milliseconds between opening the form and sending it: a hint about robots, never a refusal. Left out when name and phone
   * were filled in from the start, because people send such a form at once too.
   */
  filledInMs: z.optional(z.int().check(z.minimum(0))),
  /** A field people cannot see; robots fill it in. Flags, never refuses. */
  website: z.optional(text(255)),
})
export type NewOrder = z.output<typeof newOrder>
export type NewOrderInput = z.input<typeof newOrder>

/** Fifty lines of the dearest product there can be are a sum of ten digits. */
const money = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/))

export const orderLine = z.object({
  productId: z.nullable(z.uuid()),
  slug: z.nullable(z.string()),
  /** As it was named when the order was taken, in the language asked for. */
  name: z.string(),
  packageSize: z.enum(packageSizes),
  quantity: z.int(),
  unitPrice: money,
  lineTotal: money,
})

export type OrderLine = z.infer<typeof orderLine>

/** An order as anyone who knows its id may see it: no name, no phone, no comment. */
export const order = z.object({
  id: orderId,
  number: z.string(),
  status: z.enum(orderStatuses),
  items: z.array(orderLine),
  /** Null for an enquiry without products. */
  totalAmount: z.nullable(money),
  /** The sum the customer saw, when it was sent and differs. */
  quotedTotal: z.nullable(money),
  createdAt: z.iso.datetime(),
  /** Until when staff promise to answer. */
  answerBy: z.iso.datetime(),
})
export type Order = z.infer<typeof order>

/** Sent again with the same id it is the same order: 200 and `Idempotent-Replayed: true`. */
export const placeOrder = endpoint({
  route: 'POST /api/orders',
  summary: 'Takes an order request, once per id, however often it is sent.',
  body: newOrder,
  response: order,
  status: [201, 200],
  errors: [
    'unauthorized',
    'account_mismatch',
    'order_differs',
    'order_cancelled',
    'unavailable',
    'client_too_old',
    'too_many_requests',
  ],
})

export const getOrder = endpoint({
  route: 'GET /api/orders/:id',
  summary: 'Status and lines of an order, for whoever knows its id.',
  params: z.strictObject({ id: orderId }),
  query: z.strictObject({ lang: z.optional(languageInput) }),
  response: order,
  errors: ['not_found'],
})

export const myOrders = endpoint({
  route: 'GET /api/users/orders',
  summary: 'What this person has ordered while signed in, newest first.',
  access: 'customer',
  query: z.strictObject({
    lang: z.optional(languageInput),
    limit: z.optional(queryInteger(1, 100)),
    offset: z.optional(queryInteger(0, 1_000_000)),
  }),
  response: z.object({ orders: z.array(order), total: z.int() }),
  errors: ['unauthorized'],
})

/** For whoever knows the order's id, as its page is; from then on the chat hears of every change of its status. */
export const linkTelegramToOrder = endpoint({
  route: 'POST /api/orders/:id/telegram',
  summary: 'Makes a way to the bot that ties a Telegram chat to this order.',
  params: z.strictObject({ id: orderId }),
  response: botLink,
  errors: ['not_found', 'bot_unavailable', 'too_many_requests'],
})

/** An order that staff have confirmed is not taken back by its customer: `cancelled` is false then. */
export const cancelOrder = endpoint({
  route: 'POST /api/orders/:id/cancel',
  summary: 'Takes an order request back, or sees to it that none is ever taken under this id.',
  params: z.strictObject({ id: orderId }),
  response: z.object({
    id: orderId,
    cancelled: z.boolean(),
    /** Null when there is no order under the id. */
    status: z.nullable(z.enum(orderStatuses)),
  }),
  errors: ['too_many_requests'],
})
