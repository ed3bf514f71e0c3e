import * as z from 'zod/mini'
import { pricePattern } from './catalogue-inputs.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { MAX_PRICE, parseMoney } from './money.ts'
import { MAX_ADJUSTMENTS } from './order-adjustments.ts'
import { MAX_ORDER_LINES } from './order-lines.ts'
import { staffOrder } from './admin-orders.ts'
import { orderId, orderStatuses, quantity } from './orders.ts'
import { languageInput, packageInput, text } from './text.ts'

/** Endpoint that changes an accepted order: infra/decisions/0046-amended-orders.md. */

/** Maximum length of the reason of an adjustment, in characters: customers read it. */
export const MAX_ADJUSTMENT_REASON = 200
/** Maximum length of the internal reason of a change, in characters. */
export const MAX_AMENDMENT_REASON = 500

/** Parses a positive sum in hryvnia into kopiykas; a number is refused, because it might be kopiykas already. */
const amountInput = z.pipe(
  z.string().check(z.maxLength(20), z.meta({ pattern: pricePattern })),
  z.transform((value, context) => {
    const kopiykas = parseMoney(value)
    if (kopiykas !== undefined && kopiykas > 0 && kopiykas <= MAX_PRICE) return kopiykas
    context.issues.push({ code: 'custom', message: 'a sum from 0.01 to 99999.99', input: value })
    return z.NEVER
  }),
)

/** Customers read the reason; only delivery needs none. */
const adjustmentInput = z.union([
  z.strictObject({ kind: z.literal('delivery'), amount: amountInput, reason: text(MAX_ADJUSTMENT_REASON) }),
  z.strictObject({
    kind: z.enum(['discount', 'surcharge']),
    amount: amountInput,
    reason: text(MAX_ADJUSTMENT_REASON, { min: 1 }),
  }),
])
export type AdjustmentInput = z.output<typeof adjustmentInput>

/**
 * A line of the version that the client has seen, by its index, which keeps product, package and price; or a product at
 * its present price.
 */
export const amendedLine = z.union([
  z.strictObject({ line: z.int().check(z.minimum(0), z.maximum(MAX_ORDER_LINES - 1)), quantity }),
  z.strictObject({ productId: z.uuid(), packageSize: packageInput, quantity }),
])
export type AmendedLine = z.output<typeof amendedLine>

export const amendment = z.strictObject({
  /** The version that the client has seen. */
  version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  items: z.array(amendedLine).check(z.minLength(1), z.maxLength(MAX_ORDER_LINES)),
  adjustments: z.array(adjustmentInput).check(z.maxLength(MAX_ADJUSTMENTS)),
  /** Internal: never shown to customers. */
  reason: text(MAX_AMENDMENT_REASON, { min: 1 }),
})
export type Amendment = z.output<typeof amendment>

/** Details of `changed_meanwhile`: the present status and version, and the member of staff who made the version. */
export const amendmentConflict = z.object({
  status: z.enum(orderStatuses),
  version: z.int(),
  name: z.nullable(z.string()),
})
export type AmendmentConflict = z.infer<typeof amendmentConflict>

/** Creates a version of the order; a repeat of the same change creates none. */
export const amendOrder = endpoint({
  route: 'PUT /api/admin/orders/:id/contents',
  summary: 'Changes lines, quantities, packages and adjustments of a pending or confirmed order.',
  access: 'staff',
  params: z.strictObject({ id: orderId }),
  query: z.strictObject({ lang: z.optional(languageInput) }),
  body: amendment,
  response: staffOrder,
  errors: [...staffOnlyErrors, 'not_found', 'changed_meanwhile', 'unavailable'],
  extraChecks: ['body.adjustments', 'body.items'],
})
