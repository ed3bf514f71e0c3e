import { type InfoPageName, parseInfoPageName } from '@tsedra/contract/info-page-names'
import { changeInfoPage, getStaffInfoPage } from '@tsedra/contract/info-pages'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { CatalogueAdminDeps } from './catalogue-admin.ts'
import { readInfoPage, updateInfoPage } from './info-pages.ts'

/** Serves the texts of the info pages to admins: infra/decisions/0042-shop-settings.md. */
export function infoPageRoutes({ db, catalogue }: Pick<CatalogueAdminDeps, 'db' | 'catalogue'>): Router {
  const router = createRouter()

  serve(router, getStaffInfoPage, async ({ params }) => readInfoPage(db, requireName(params.slug)))

  // mutation test: info-page-admin-only
  serve(router, changeInfoPage, async ({ params, body }, { user }) =>
    catalogue.change((trx) => updateInfoPage(trx, user, requireName(params.slug), body)),
  )

  return router
}

function requireName(slug: string): InfoPageName {
  const name = parseInfoPageName(slug)
  if (!name) throw new Refusal('not_found', 'Page not found')
  return name
}
