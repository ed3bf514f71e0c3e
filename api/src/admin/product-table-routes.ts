import { kyivDay } from '@tsedra/contract/kyiv-day'
import { exportProducts, importProducts } from '@tsedra/contract/product-table'
import { withDatabaseTimeout } from '@tsedra/database/database-timeout'
import type { Router } from 'express'
import { createRouter } from '../http/router.ts'
import { serve, serveStream } from '../http/serve.ts'
import type { CatalogueAdminDeps } from './catalogue-admin.ts'
import { applyImport, planImport, findStorablePictures } from './product-import.ts'
import { writeProductTable } from './product-table.ts'

/** Milliseconds: a full table takes thousands of statements. */
const IMPORT_TIMEOUT_MS = 60_000

/** Serves export and import of the catalogue as CSV: infra/decisions/0027-audit-log-and-edit-conflicts.md. */
export function productTableRoutes({ db, catalogue, pictures }: CatalogueAdminDeps): Router {
  const router = createRouter()

  serveStream(router, exportProducts, async (_input, { res }) => {
    const table = await writeProductTable(db)
    res.set('Content-Disposition', `attachment; filename="products-${kyivDay(new Date())}.csv"`)
    res.type('text/csv').send(table)
  })

  serve(router, importProducts, async ({ body: { csv, plan } }, { user }) =>
    withDatabaseTimeout(async () => {
      if (plan === undefined) return planImport(db, pictures, csv)
      const storable = await findStorablePictures(db, pictures, csv)
      return catalogue.change((trx) => applyImport(trx, user, { csv, plan, storable }))
    }, IMPORT_TIMEOUT_MS),
  )

  return router
}
