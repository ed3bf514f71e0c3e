import { changePackages, getPackages } from '@tsedra/contract/admin-packages'
import { readPackages } from '@tsedra/database/packages'
import type { Router } from 'express'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { CatalogueAdminDeps } from './catalogue-admin.ts'
import { updatePackages } from './packages.ts'

/** Serves the package sizes of the shop: infra/decisions/0047-packages-and-prices.md. */
export function staffPackageRoutes({ db, catalogue }: Pick<CatalogueAdminDeps, 'db' | 'catalogue'>): Router {
  const router = createRouter()

  // Editors read them for the form of a product.
  serve(router, getPackages, () => readPackages(db))

  // mutation test: packages-admin-only
  serve(router, changePackages, async ({ body }, { user }) =>
    catalogue.change((trx) => updatePackages(trx, user, body)),
  )

  return router
}
