import * as z from 'zod/mini'
import { day } from './admin-orders.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { orderLine } from './orders.ts'
import { languageInput } from './text.ts'

/** One product in one package size, summed over orders. */
export const pickingItem = z.object({
  ...z.pick(orderLine, { name: true, packageSize: true, quantity: true }).shape,
  /** Number of orders that it is for. */
  orders: z.int(),
})
export type PickingItem = z.infer<typeof pickingItem>

/** Contains no personal data, so it is not audited. */
export const getPickingList = endpoint({
  route: 'GET /api/admin/picking-list',
  summary: 'Products and packages of all confirmed orders, summed.',
  access: 'staff',
  query: z.strictObject({ from: z.optional(day), to: z.optional(day), lang: z.optional(languageInput) }),
  response: z.object({
    /** By product, the smallest package first. */
    items: z.array(pickingItem),
    /** Number of confirmed orders. */
    orders: z.int(),
    now: z.iso.datetime(),
  }),
  errors: [...staffOnlyErrors],
})
