import * as z from 'zod/mini'
import { idParams } from './admin-catalogue.ts'
import { stock } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { packageInput } from './text.ts'

/** Endpoints of the stock of packages: infra/decisions/0043-stock.md. */

/** A day in Kyiv, of this century. */
const day = z.iso.date().check(z.regex(/^20/), z.meta({ format: 'date' }))

/** In stock, not in stock, or the day in Kyiv on which it is back: a day after today. */
const stockInput = z.union([z.enum(['in', 'out']), day])

export const productStock = z.object({ stock })
export type ProductStock = z.infer<typeof productStock>

export const setProductStock = endpoint({
  route: 'PUT /api/admin/products/:id/stock',
  summary: 'Sets the stock of one package of a product; the response has all packages that are not in stock.',
  access: 'staff',
  params: idParams,
  body: z.strictObject({ packageSize: packageInput, stock: stockInput }),
  extraChecks: ['body.packageSize', 'body.stock'],
  response: productStock,
  errors: [...staffOnlyErrors, 'not_found'],
})

/** What happens to an order of a package that is not in stock: it is refused, or taken with the line marked as a backorder. */
export const stockPolicy = z.object({ orders: z.enum(['refuse', 'backorder']) })
export type StockPolicy = z.infer<typeof stockPolicy>

export const getStockPolicy = endpoint({
  route: 'GET /api/admin/stock-policy',
  summary: 'What happens to orders of packages that are not in stock.',
  access: 'staff',
  response: stockPolicy,
  errors: staffOnlyErrors,
})

export const setStockPolicy = endpoint({
  route: 'PUT /api/admin/stock-policy',
  summary: 'Sets what happens to later orders of packages that are not in stock.',
  access: 'admin',
  body: z.strictObject(stockPolicy.shape),
  response: stockPolicy,
  errors: staffOnlyErrors,
})
