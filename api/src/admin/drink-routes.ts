import {
  changeDrink,
  createDrink,
  deleteDrink,
  getStaffDrink,
  listStaffDrinks,
  sortDrinks,
} from '@tsedra/contract/admin-drinks'
import { defaultLanguage } from '@tsedra/contract/language'
import type { Router } from 'express'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { type CatalogueAdminDeps, PAGE_SIZE } from './catalogue-admin.ts'
import { reorder } from './catalogue-entries.ts'
import { listDrinks } from './catalogue-lists.ts'
import { addDrink, removeDrink, requireDrink, updateDrink } from './drinks.ts'

/** Serves the administration of drinks: infra/decisions/0041-drinks-and-synonyms.md. */
export function staffDrinkRoutes({ db, catalogue }: Pick<CatalogueAdminDeps, 'db' | 'catalogue'>): Router {
  const router = createRouter()

  serve(router, listStaffDrinks, async ({ query }) => {
    const { lang = defaultLanguage, sort = 'default', limit = PAGE_SIZE, offset = 0, ...filter } = query
    return listDrinks(db, { ...filter, lang, sort, limit, offset })
  })

  serve(router, sortDrinks, async ({ body }, { user }) => ({
    changed: await catalogue.change((trx) => reorder(trx, user, 'drinks', body.ids)),
  }))

  serve(router, createDrink, async ({ body }, { user, res }) => {
    const drink = await catalogue.change((trx) => addDrink(trx, user, body))
    res.status(201)
    return drink
  })

  serve(router, getStaffDrink, async ({ params }) => requireDrink(db, params.id))

  serve(router, changeDrink, async ({ params, body }, { user }) =>
    catalogue.change((trx) => updateDrink(trx, user, params.id, body)),
  )

  serve(router, deleteDrink, async ({ params }, { user }) => {
    await catalogue.change((trx) => removeDrink(trx, user, params.id))
    return { done: true } as const
  })

  return router
}
