import { changeShopSettings, getShopSettings } from '@tsedra/contract/shop-settings'
import { readShopSettings } from '@tsedra/database/shop-settings'
import type { Router } from 'express'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { CatalogueAdminDeps } from './catalogue-admin.ts'
import { publishSettingPictures, updateShopSettings } from './shop-settings.ts'

/** Serves the settings of the shop to admins: infra/decisions/0042-shop-settings.md. */
export function shopSettingsRoutes({ db, catalogue, pictures }: CatalogueAdminDeps): Router {
  const router = createRouter()

  serve(router, getShopSettings, () => readShopSettings(db))

  // mutation test: shop-settings-admin-only
  serve(router, changeShopSettings, async ({ body }, { user }) => {
    const input = await publishSettingPictures(pictures, body)
    return catalogue.change((trx) => updateShopSettings(trx, user, input))
  })

  return router
}
