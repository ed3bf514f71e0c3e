import {
  changeProduct,
  createProduct,
  deleteProduct,
  getStaffProduct,
  listStaffProducts,
  type ProductInput,
  setProductsActive,
  sortProducts,
} from '@tsedra/contract/admin-catalogue'
import { defaultLanguage } from '@tsedra/contract/language'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { type CatalogueAdminDeps, PAGE_SIZE } from './catalogue-admin.ts'
import { addProduct, alterProduct, picturesOf, readProduct, removeProduct } from './products.ts'
import { listProducts } from './shelf-lists.ts'
import { reorder, setActive } from './shelf.ts'

/** What staff do with products: infra/decisions/0027-staff-changes.md. */
export function staffProductRoutes({ db, catalogue, pictures }: CatalogueAdminDeps): Router {
  const router = createRouter()

  serve(router, listStaffProducts, async ({ query }) => {
    const { lang = defaultLanguage, sort = 'default', limit = PAGE_SIZE, offset = 0, ...filter } = query
    return listProducts(db, { ...filter, lang, sort, limit, offset })
  })

  serve(router, sortProducts, async ({ body }, { user }) => ({
    changed: await catalogue.change((trx) => reorder(trx, user, 'products', body.ids)),
  }))

  serve(router, setProductsActive, async ({ body }, { user }) => ({
    changed: await catalogue.change((trx) => setActive(trx, user, 'products', body)),
  }))

  serve(router, createProduct, async ({ body }, { user, res }) => {
    const input = await published(body)
    const product = await catalogue.change((trx) => addProduct(trx, user, input))
    res.status(201)
    return product
  })

  serve(router, getStaffProduct, async ({ params }) => {
    const product = await readProduct(db, params.id)
    if (!product) throw new Refusal('not_found', 'Product not found')
    return product
  })

  serve(router, changeProduct, async ({ params, body }, { user }) => {
    const input = await published(body)
    return catalogue.change((trx) => alterProduct(trx, user, params.id, input))
  })

  // mutation test: product-delete-admin-only
  serve(router, deleteProduct, async ({ params }, { user }) => {
    await catalogue.change((trx) => removeProduct(trx, user, params.id))
    return { done: true } as const
  })

  return router

  /** The same with pictures that the shop may store; what was sent is drawn before anything is held. */
  async function published({ product, translations }: ProductInput): Promise<ProductInput> {
    const addresses = await pictures.publish(picturesOf(product))
    const stored = (given: string) => addresses.get(given) ?? given
    const { imageUrl, galleryImages } = product
    return {
      product: {
        ...product,
        ...(imageUrl !== undefined && { imageUrl: imageUrl ? stored(imageUrl) : null }),
        ...(galleryImages && { galleryImages: galleryImages.map(stored) }),
      },
      translations,
    }
  }
}
