import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { languages } from './language.ts'
import { order, orderId, orderStatuses } from './orders.ts'
import { languageInput, queryInteger, text } from './text.ts'

/** The staff's order desk: infra/decisions/0029-order-administration.md. */

const status = z.enum(orderStatuses)
const dateTime = z.iso.datetime()
/** A day in Kyiv, of this century. */
const day = z.iso.date().check(z.regex(/^20/), z.meta({ format: 'date' }))
const idParams = z.strictObject({ id: orderId })
const lang = z.optional(languageInput)

/** Orders in one page unless a client asks for fewer or more. */
export const ADMIN_ORDERS_PAGE_SIZE = 50

const filter = {
  status: z.optional(status),
  /** First and last day, both included, as the calendar in Kyiv has them. */
  from: z.optional(day),
  to: z.optional(day),
  /** Words of the name or the comment, part of the phone in any spelling, or of the order's number. */
  search: z.optional(text(100)),
}

export const staffOrderRow = z.object({
  id: orderId,
  customerName: z.string(),
  /** E.164, or as it was typed when it could not be read. */
  customerPhone: z.string(),
  status,
  createdAt: dateTime,
})
export type StaffOrderRow = z.infer<typeof staffOrderRow>

export const listStaffOrders = endpoint({
  route: 'GET /api/admin/orders',
  summary: 'Order requests, newest first, a page at a time.',
  access: 'staff',
  query: z.strictObject({
    ...filter,
    limit: z.optional(queryInteger(1, 100)),
    /** `next` of the page before: orders older than this one. */
    before: z.optional(orderId),
  }),
  response: z.object({
    orders: z.array(staffOrderRow),
    /** All that fit the filter. */
    total: z.int(),
    /** All in the shop that nobody has answered yet. */
    pending: z.int(),
    /** Names the next page; null on the last one. */
    next: z.nullable(orderId),
    /** Where to follow from: `after` of GET /api/admin/order-events. */
    lastEvent: z.int(),
    /** The clock of the server, for countdowns. */
    now: dateTime,
    /** For orders of this page that may be duplicates, the order they may repeat; left out when there is none. */
    possibleDuplicates: z.optional(z.record(orderId, orderId)),
  }),
  errors: [...staffOnlyErrors],
})

/** What every screen of the panel shows; there is nobody's name in it, so it leaves no line in the audit log. */
export const countPendingOrders = endpoint({
  route: 'GET /api/admin/pending-orders',
  summary: 'How many orders nobody has answered yet, and where to follow from.',
  access: 'staff',
  response: z.object({ pending: z.int(), lastEvent: z.int() }),
  errors: [...staffOnlyErrors],
})

export const timelineEntry = z.object({
  id: z.int(),
  kind: z.enum(['placed', 'status', 'note']),
  /** Null where no status changed. */
  oldStatus: z.nullable(status),
  newStatus: z.nullable(status),
  actor: z.enum(['customer', 'staff', 'system']),
  /** Who of the staff; null for others, and when the account is gone. */
  by: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** Internal: never shown to customers. */
  note: z.nullable(z.string()),
  createdAt: dateTime,
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** An order as staff see it; `answerBy` is the end of the 24-hour promise. */
export const staffOrder = z.extend(order, {
  customerName: z.string(),
  customerPhone: z.string(),
  customerPhoneTyped: z.string(),
  /** False when the phone could not be read: it stands as it was typed. */
  phoneIsValid: z.boolean(),
  customerComment: z.nullable(z.string()),
  language: z.enum(languages),
  /** It looks like spam. */
  isSuspect: z.boolean(),
  /** Staff were told of it in Telegram. */
  telegramSent: z.boolean(),
  /** A chat of the customer hears of changes of the status. */
  customerHearsInTelegram: z.boolean(),
  /** The account that it was ordered under; null for a guest's. */
  customerId: z.nullable(z.uuid()),
  /** An order of the same phone with the same content within an hour; left out when there is none. */
  possibleDuplicateOf: z.optional(orderId),
  /** Oldest first. */
  timeline: z.array(timelineEntry),
  now: dateTime,
})
export type StaffOrder = z.infer<typeof staffOrder>

export const getStaffOrder = endpoint({
  route: 'GET /api/admin/orders/:id',
  summary: 'Everything staff need to answer an order: person, lines, sums, history, notes.',
  access: 'staff',
  params: idParams,
  query: z.strictObject({ lang }),
  response: staffOrder,
  errors: [...staffOnlyErrors, 'not_found'],
})

/** Who was faster, and which status the order has now. */
export const statusConflict = z.object({
  status,
  actor: timelineEntry.shape.actor,
  /** Null when it was nobody of the staff, or the account is gone. */
  name: z.nullable(z.string()),
})
export type StatusConflict = z.infer<typeof statusConflict>

/**
 * Any status to any other; the same one again changes nothing. Who says which status they have seen (`from`) is refused
 * when it is another one by now, with `movedMeanwhile` as details; who does not say it wins.
 */
export const setOrderStatus = endpoint({
  route: 'PUT /api/admin/orders/:id/status',
  summary: 'Changes the status of an order; the customer’s chat and the staff’s message hear of it.',
  access: 'staff',
  params: idParams,
  query: z.strictObject({ lang }),
  body: z.strictObject({ status, from: z.optional(status) }),
  response: staffOrder,
  errors: [...staffOnlyErrors, 'not_found', 'changed_meanwhile'],
})

export const addOrderNote = endpoint({
  route: 'POST /api/admin/orders/:id/notes',
  summary: 'Adds an internal note to the history of an order.',
  access: 'staff',
  params: idParams,
  query: z.strictObject({ lang }),
  body: z.strictObject({ note: text(2000, { min: 1, lines: true }) }),
  response: staffOrder,
  status: [201],
  errors: [...staffOnlyErrors, 'not_found'],
})

/** UTF-8 with a byte order mark; cells that a spreadsheet would run have an apostrophe in front. */
export const exportOrders = endpoint({
  route: 'GET /api/admin/orders.csv',
  summary: 'The orders that fit a filter, newest first, as a table for a spreadsheet.',
  access: 'staff',
  query: z.strictObject({ ...filter, lang }),
  response: z.string(),
  media: 'text/csv',
  errors: [...staffOnlyErrors],
})

/** One thing that happened to an order; lists are asked anew, so one told twice does no harm. */
export const orderEvent = z.object({
  /** Also the `id` of the event on the wire: browsers send the last one when they come back. */
  id: z.int(),
  orderId,
  kind: z.enum(['placed', 'status', 'note']),
  /** The status it led to; null for a note. */
  status: z.nullable(status),
})
export type OrderEvent = z.infer<typeof orderEvent>

/**
 * Server-sent events named `order`; a comment every ten seconds while nothing happens. A client that missed more than a
 * hundred receives one event named `reset` with `{ id }` instead, and refetches what it shows. The newest stream of an
 * account ends its oldest when there are more than eight.
 */
export const streamOrderEvents = endpoint({
  route: 'GET /api/admin/order-events',
  summary: 'Tells of new orders, changes and notes as they happen.',
  access: 'staff',
  query: z.strictObject({
    /** What happened after this event is told first; `Last-Event-ID` goes before it. */
    after: z.optional(queryInteger(0, 999_999_999)),
  }),
  response: orderEvent,
  media: 'text/event-stream',
  errors: [...staffOnlyErrors],
})
