import {
  changeProduct,
  createProduct,
  deleteProduct,
  getStaffProduct,
  listStaffProducts,
  type ProductInput,
  setProductPrices,
  setProductsActive,
  sortProducts,
} from '@tsedra/contract/admin-catalogue'
import { defaultLanguage } from '@tsedra/contract/language'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { type CatalogueAdminDeps, PAGE_SIZE } from './catalogue-admin.ts'
import { setPrices } from './product-prices.ts'
import { addProduct, updateProduct, listPictures, readProduct, removeProduct } from './products.ts'
import { listProducts } from './catalogue-lists.ts'
import { reorder, setActive } from './catalogue-entries.ts'

/** Serves the product administration: infra/decisions/0027-audit-log-and-edit-conflicts.md. */
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

  serve(router, setProductPrices, async ({ body }, { user }) => ({
    changed: await catalogue.change((trx) => setPrices(trx, user, body)),
  }))

  serve(router, createProduct, async ({ body }, { user, res }) => {
    const input = await publishPictures(body)
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
    const input = await publishPictures(body)
    return catalogue.change((trx) => updateProduct(trx, user, params.id, input))
  })

  // mutation test: product-delete-admin-only
  serve(router, deleteProduct, async ({ params }, { user }) => {
    await catalogue.change((trx) => removeProduct(trx, user, params.id))
    return { done: true } as const
  })

  return router

  /** Publishes uploaded pictures, before any lock is taken, and returns the input with their final addresses. */
  async function publishPictures({ product, translations }: ProductInput): Promise<ProductInput> {
    const addresses = await pictures.publish(listPictures(product))
    const storedAddress = (picture: string) => addresses.get(picture) ?? picture
    const { imageUrl, galleryImages } = product
    return {
      product: {
        ...product,
        ...(imageUrl !== undefined && { imageUrl: imageUrl ? storedAddress(imageUrl) : null }),
        ...(galleryImages && { galleryImages: galleryImages.map(storedAddress) }),
      },
      translations,
    }
  }
}
