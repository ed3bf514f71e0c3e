import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { orderStatuses } from './orders.ts'
import { languageInput, packageSize } from './text.ts'

/** Endpoints of the figures about orders, without personal data: infra/decisions/0045-figures.md. */

/** Days of the period when none is given, and maximum. */
export const DEFAULT_FIGURE_DAYS = 30
export const MAX_FIGURE_DAYS = 731
/** Maximum number of products, and of searches. */
export const MAX_TOP_PRODUCTS = 10
export const MAX_EMPTY_SEARCHES = 20

/** A day in Kyiv, of this century. */
const day = z.iso.date().check(z.regex(/^20/), z.meta({ format: 'date' }))
/** First and last day in Kyiv, both included: 30 days up to `to` if `from` is omitted, up to today if `to` is. */
const period = { from: z.optional(day), to: z.optional(day) }
const extraChecks = ['query.from'] as const

export const figureSteps = ['day', 'week'] as const
export type FigureStep = (typeof figureSteps)[number]
const step = z.optional(z.enum(figureSteps))
const lang = z.optional(languageInput)

/** Hryvnias: a sum of many orders has more digits than one. */
const sum = z.string().check(z.regex(/^\d{1,16}\.\d{2}$/))
const count = z.int()

export const orderFigures = z.object({
  /** Days or weeks of the period without gaps, the oldest first. */
  steps: z.array(
    z.object({
      /** The day, or the Monday of the week, which may be before the period. */
      start: z.iso.date(),
      /** All orders that were placed, with cancelled ones. */
      orders: count,
      cancelled: count,
      /** Total of the orders that are not cancelled. */
      revenue: sum,
    }),
  ),
  statuses: z.record(z.enum(orderStatuses), count),
  /** Total of the orders that are not cancelled. */
  revenue: sum,
})
export type OrderFigures = z.infer<typeof orderFigures>

export const getOrderFigures = endpoint({
  route: 'GET /api/admin/figures/orders',
  summary: 'Orders and revenue of a period by day or week, and orders by status.',
  access: 'staff',
  query: z.strictObject({
    ...period,
    /** `day` if omitted. */
    step,
  }),
  extraChecks,
  response: orderFigures,
  errors: [...staffOnlyErrors],
})

/** An answer is the first status that staff set; an order that a customer cancelled before needs none. */
export const answerFigures = z.object({
  answered: count,
  /** Orders without an answer that are still pending. */
  waiting: count,
  /** Answered after the 24 hours of the promise, or waiting for longer. */
  late: count,
  /** Within how many hours staff promise to answer. */
  promiseHours: count,
  /** Minutes from order to answer; null without an answer. */
  medianMinutes: z.nullable(count),
  p95Minutes: z.nullable(count),
})
export type AnswerFigures = z.infer<typeof answerFigures>

export const getAnswerFigures = endpoint({
  route: 'GET /api/admin/figures/answers',
  summary: 'How fast staff answered the orders of a period, against the promise of 24 hours.',
  access: 'staff',
  query: z.strictObject(period),
  extraChecks,
  response: answerFigures,
  errors: [...staffOnlyErrors],
})

const sold = { quantity: count, revenue: sum }

export const productFigures = z.object({
  /** The most revenue first. */
  products: z.array(z.object({ slug: z.string(), name: z.string(), ...sold })),
  packages: z.array(z.object({ packageSize, ...sold })),
})
export type ProductFigures = z.infer<typeof productFigures>

export const getProductFigures = endpoint({
  route: 'GET /api/admin/figures/products',
  summary: 'Products and package sizes with the most revenue in a period, without cancelled orders.',
  access: 'staff',
  query: z.strictObject({ ...period, lang }),
  extraChecks,
  response: productFigures,
  errors: [...staffOnlyErrors],
})

const customerGroup = z.object({ customers: count, orders: count })

/** Customers are counted by phone number, without cancelled orders; no number is part of the response. */
export const customerFigures = z.object({
  new: customerGroup,
  /** Customers with an order before the period. */
  returning: customerGroup,
  /** Orders whose phone number has been erased by the retention period. */
  erasedOrders: count,
})
export type CustomerFigures = z.infer<typeof customerFigures>

export const getCustomerFigures = endpoint({
  route: 'GET /api/admin/figures/customers',
  summary: 'New and returning customers of a period, and their orders.',
  access: 'staff',
  query: z.strictObject(period),
  extraChecks,
  response: customerFigures,
  errors: [...staffOnlyErrors],
})

export const searchFigures = z.object({
  /** Searches without results, the most frequent first. */
  searches: z.array(z.object({ query: z.string(), count })),
  /** First day whose searches are still counted. */
  countedSince: z.iso.date(),
})
export type SearchFigures = z.infer<typeof searchFigures>

export const getSearchFigures = endpoint({
  route: 'GET /api/admin/figures/searches',
  summary: 'The most frequent searches of a period that had no result.',
  access: 'staff',
  query: z.strictObject(period),
  extraChecks,
  response: searchFigures,
  errors: [...staffOnlyErrors],
})

export const figureTables = ['orders', 'statuses', 'answers', 'products', 'packages', 'customers', 'searches'] as const
export type FigureTable = (typeof figureTables)[number]

/** UTF-8 with a byte order mark; cells that a spreadsheet would run have an apostrophe in front. */
export const exportFigures = endpoint({
  route: 'GET /api/admin/figures.csv',
  summary: 'One of the figures of a period as a table for a spreadsheet.',
  access: 'staff',
  query: z.strictObject({
    ...period,
    /** `orders` if omitted. */
    table: z.optional(z.enum(figureTables)),
    step,
    lang,
  }),
  extraChecks,
  response: z.string(),
  media: 'text/csv',
  errors: [...staffOnlyErrors],
})
