import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { languages } from './language.ts'
import { orderSources } from './order-sources.ts'
import { order, orderId, orderLine, orderStatuses, orderVersion } from './orders.ts'
import { languageInput, queryInteger, text } from './text.ts'

/** Endpoints of the order administration: infra/decisions/0029-order-administration.md. */

const status = z.enum(orderStatuses)
const dateTime = z.iso.datetime()
/** A day in Kyiv, of this century. */
export const day = z.iso.date().check(z.regex(/^20/), z.meta({ format: 'date' }))
const idParams = z.strictObject({ id: orderId })
const lang = z.optional(languageInput)

/** Default number of orders on one page. */
export const ADMIN_ORDERS_PAGE_SIZE = 50

/** Sort orders of the list: earliest or latest deadline first. */
export const staffOrderSorts = ['deadline', '-deadline'] as const

const filter = {
  status: z.optional(status),
  /** Pending orders whose deadline has passed. */
  late: z.optional(z.literal('true')),
  /** First and last calendar day in Kyiv, both included. */
  from: z.optional(day),
  to: z.optional(day),
  /** Words of the name or the comment, part of the phone in any spelling, or of the order's number. */
  search: z.optional(text(100)),
}

export const staffOrderRow = z.object({
  id: orderId,
  customerName: z.string(),
  /** E.164, or the typed text when it is no valid phone. */
  customerPhone: z.string(),
  status,
  createdAt: dateTime,
  /** A line was not in stock when it was ordered; left out otherwise. */
  hasBackorder: z.optional(z.boolean()),
})
export type StaffOrderRow = z.infer<typeof staffOrderRow>

/** Number of lines that the summary of an order names. */
export const SUMMARY_LINES = 3

/** What was ordered, beside the five fields of a row. */
export const staffOrderSummary = z.object({
  /** The first lines, `SUMMARY_LINES` at most. */
  items: z.array(z.pick(orderLine, { name: true, packageSize: true, quantity: true })),
  /** Number of lines that `items` leaves out. */
  more: z.int(),
  totalAmount: order.shape.totalAmount,
})
export type StaffOrderSummary = z.infer<typeof staffOrderSummary>

export const listStaffOrders = endpoint({
  route: 'GET /api/admin/orders',
  summary: 'Order requests, newest first or by deadline, a page at a time.',
  access: 'staff',
  query: z.strictObject({
    ...filter,
    /** `deadline`: earliest deadline first, so late orders come first; default: newest first. */
    sort: z.optional(z.enum(staffOrderSorts)),
    /** Language of product names. */
    lang,
    limit: z.optional(queryInteger(1, 100)),
    /** `next` of the previous page: the orders that follow this one. */
    before: z.optional(orderId),
  }),
  response: z.object({
    orders: z.array(staffOrderRow),
    /** Lines and total of every order of this page. */
    summaries: z.record(orderId, staffOrderSummary),
    /** Number of all matching orders. */
    total: z.int(),
    /** Number of all pending orders. */
    pending: z.int(),
    /** Number of all late orders. */
    late: z.int(),
    /** Cursor of the next page; null on the last one. */
    next: z.nullable(orderId),
    /** Start position for `after` of GET /api/admin/order-events. */
    lastEvent: z.int(),
    /** The clock of the server, for countdowns. */
    now: dateTime,
    /** For orders of this page that may be duplicates, the order they may repeat; left out when there is none. */
    possibleDuplicates: z.optional(z.record(orderId, orderId)),
  }),
  errors: [...staffOnlyErrors],
})

/** Shown on every admin page; contains no personal data, so it is not audited. */
export const countPendingOrders = endpoint({
  route: 'GET /api/admin/pending-orders',
  summary: 'Number of pending orders, and the start position of the order feed.',
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
  /** The member of staff; null for other actors and deleted accounts. */
  by: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** Internal: never shown to customers. */
  note: z.nullable(z.string()),
  /** The version of the order that the entry made: its note is the reason. Left out for other entries. */
  version: z.optional(z.int()),
  /** The entry is a reply to the customer, with its text as the note. Left out for other entries. */
  reply: z.optional(z.object({ channel: z.enum(['bot', 'link']), isSent: z.boolean() })),
  createdAt: dateTime,
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** An order as staff see it; `answerBy` is the end of the promised time. */
export const staffOrder = z.extend(order, {
  customerName: z.string(),
  customerPhone: z.string(),
  customerPhoneTyped: z.string(),
  /** False when the phone is invalid: `customerPhone` is the typed text. */
  phoneIsValid: z.boolean(),
  customerComment: z.nullable(z.string()),
  language: z.enum(languages),
  source: z.enum(orderSources),
  /** Telegram name that staff entered, without `@`. */
  customerTelegram: z.nullable(z.string()),
  /** Probably spam. */
  isSuspect: z.boolean(),
  /** The staff message in Telegram was sent. */
  telegramSent: z.boolean(),
  /** A Telegram chat of the customer receives status updates. */
  customerHearsInTelegram: z.boolean(),
  /** Account of the order; null for guests. */
  customerId: z.nullable(z.uuid()),
  /** An order of the same phone with the same content within an hour; left out when there is none. */
  possibleDuplicateOf: z.optional(orderId),
  /** The present version: 1 until staff change the lines. */
  version: z.int(),
  /** Oldest first; left out for an unchanged order. */
  versions: z.optional(z.array(orderVersion)),
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

/** The user who changed the status first, and the present status. */
export const statusConflict = z.object({
  status,
  actor: timelineEntry.shape.actor,
  /** Null for an actor who is not staff, or a deleted account. */
  name: z.nullable(z.string()),
})
export type StatusConflict = z.infer<typeof statusConflict>

/**
 * Changes any status to any other; idempotent. With `from`, the status that the client has seen, an edit conflict is
 * rejected with `statusConflict` as details; without it the last write wins.
 */
export const setOrderStatus = endpoint({
  route: 'PUT /api/admin/orders/:id/status',
  summary: 'Changes the status of an order; the customer’s chat and the staff message are updated.',
  access: 'staff',
  params: idParams,
  query: z.strictObject({ lang }),
  body: z.strictObject({ status, from: z.optional(status) }),
  response: staffOrder,
  errors: [...staffOnlyErrors, 'not_found', 'changed_meanwhile'],
})

/** Maximum number of orders in one bulk change: the longest page of the list. */
export const MAX_STATUS_CHANGES = 100

/** The outcome for one order of a bulk change: another user's change wins, a deleted order is missing. */
export const statusChangeResult = z.object({
  id: orderId,
  outcome: z.enum(['changed', 'conflict', 'missing']),
  /** Who was faster, for `conflict`. */
  conflict: z.optional(statusConflict),
})
export type StatusChangeResult = z.infer<typeof statusChangeResult>

/** Each order is changed in a transaction of its own, so one conflict leaves the others changed. */
export const setOrderStatuses = endpoint({
  route: 'POST /api/admin/orders/status',
  summary: 'Changes the status of several orders and reports the outcome of each.',
  access: 'staff',
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ id: orderId, from: status, status }))
      .check(z.minLength(1), z.maxLength(MAX_STATUS_CHANGES)),
  }),
  /** In the order of the changes. */
  response: z.object({ results: z.array(statusChangeResult) }),
  errors: [...staffOnlyErrors],
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

/** An event of an order; clients refetch their lists, so a duplicate does no harm. */
export const orderEvent = z.object({
  /** Also the `id` of the server-sent event: browsers send the last one when they reconnect. */
  id: z.int(),
  orderId,
  kind: z.enum(['placed', 'status', 'note']),
  /** The new status; null for a note. */
  status: z.nullable(status),
})
export type OrderEvent = z.infer<typeof orderEvent>

const presenceReport = z.strictObject({
  isViewing: z.boolean(),
  /** Requests that the other viewers of the order report themselves too. */
  wantsReply: z.optional(z.boolean()),
})

/** A member of staff opens or closes an order. Sent to staff only, never stored. */
export const orderPresence = z.object({ orderId, userId: z.uuid(), name: z.string(), ...presenceReport.shape })
export type OrderPresence = z.infer<typeof orderPresence>

export const reportOrderPresence = endpoint({
  route: 'PUT /api/admin/orders/:id/presence',
  summary: 'Announces to other staff that the caller opens or closes an order.',
  access: 'staff',
  params: idParams,
  body: presenceReport,
  response: z.object({ reported: z.literal(true) }),
  errors: [...staffOnlyErrors],
})

/**
 * Server-sent events named `order`, and `presence` for `orderPresence`; a comment every ten seconds while nothing happens. A client that missed more than a
 * hundred receives one event named `reset` with `{ id }` instead, and refetches what it shows. The newest stream of an
 * account ends its oldest when there are more than eight.
 */
export const streamOrderEvents = endpoint({
  route: 'GET /api/admin/order-events',
  summary: 'Streams new orders, changes and notes.',
  access: 'staff',
  query: z.strictObject({
    /** Later events are sent first; `Last-Event-ID` takes precedence. */
    after: z.optional(queryInteger(0, 999_999_999)),
  }),
  response: orderEvent,
  media: 'text/event-stream',
  errors: [...staffOnlyErrors],
})
