import { getStockPolicy, setProductStock, setStockPolicy } from '@tsedra/contract/admin-stock'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { setStock } from '@tsedra/database/stock'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { CatalogueAdminDeps } from './catalogue-admin.ts'
import { invalidRequest } from './catalogue-entries.ts'
import { changeStockPolicy, readStockPolicy } from './stock-policy.ts'

/** Serves the stock of packages: infra/decisions/0043-stock.md. */
export function staffStockRoutes({ db, catalogue }: Pick<CatalogueAdminDeps, 'db' | 'catalogue'>): Router {
  const router = createRouter()

  serve(router, setProductStock, async ({ params, body }, { user }) => {
    // A day that has come means in stock. `in` and `out` are later than every day.
    // mutation test: stock-day-in-future
    if (body.stock <= kyivDay(Date.now())) throw invalidRequest('body.stock')
    const stock = await catalogue.change((trx) => setStock(trx, user, { productId: params.id, ...body }))
    if (stock === 'not_found') throw new Refusal('not_found', 'Product not found')
    if (stock === 'not_sold') throw invalidRequest('body.packageSize')
    return { stock }
  })

  serve(router, getStockPolicy, async () => readStockPolicy(db))

  // mutation test: stock-policy-admin-only
  serve(router, setStockPolicy, async ({ body }, { user }) =>
    db.transaction((trx) => changeStockPolicy(trx, user, body)),
  )

  return router
}
