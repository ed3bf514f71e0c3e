import {
  type CategoryInput,
  changeCategory,
  createCategory,
  deleteCategory,
  getStaffCategory,
  listStaffCategories,
  setCategoriesActive,
  sortCategories,
} from '@tsedra/contract/admin-catalogue'
import { defaultLanguage } from '@tsedra/contract/language'
import type { Router } from 'express'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { type CatalogueAdminDeps, PAGE_SIZE } from './catalogue-admin.ts'
import { addCategory, removeCategory, requireCategory, updateCategory } from './categories.ts'
import { listCategories } from './catalogue-lists.ts'
import { reorder, setActive } from './catalogue-entries.ts'

/** Serves the category administration: infra/decisions/0027-audit-log-and-edit-conflicts.md. */
export function staffCategoryRoutes({ db, catalogue, pictures }: CatalogueAdminDeps): Router {
  const router = createRouter()

  serve(router, listStaffCategories, async ({ query }) => {
    const { lang = defaultLanguage, sort = 'default', limit = PAGE_SIZE, offset = 0, ...filter } = query
    return listCategories(db, { ...filter, lang, sort, limit, offset })
  })

  serve(router, sortCategories, async ({ body }, { user }) => ({
    changed: await catalogue.change((trx) => reorder(trx, user, 'categories', body.ids)),
  }))

  serve(router, setCategoriesActive, async ({ body }, { user }) => ({
    changed: await catalogue.change((trx) => setActive(trx, user, 'categories', body)),
  }))

  serve(router, createCategory, async ({ body }, { user, res }) => {
    const input = await publishPictures(body)
    const category = await catalogue.change((trx) => addCategory(trx, user, input))
    res.status(201)
    return category
  })

  serve(router, getStaffCategory, async ({ params }) => requireCategory(db, params.id))

  serve(router, changeCategory, async ({ params, body }, { user }) => {
    const input = await publishPictures(body)
    return catalogue.change((trx) => updateCategory(trx, user, params.id, input))
  })

  // mutation test: category-delete-admin-only
  serve(router, deleteCategory, async ({ params }, { user }) => {
    await catalogue.change((trx) => removeCategory(trx, user, params.id))
    return { done: true } as const
  })

  return router

  async function publishPictures({ category, translations }: CategoryInput): Promise<CategoryInput> {
    const { imageUrl } = category
    if (!imageUrl) return { category: { ...category, ...(imageUrl === '' && { imageUrl: null }) }, translations }
    return {
      category: { ...category, imageUrl: (await pictures.publish([imageUrl])).get(imageUrl) ?? null },
      translations,
    }
  }
}
