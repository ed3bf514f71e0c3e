import { addToCart, type CartItem, clearCart, getCart, removeFromCart, setCartQuantity } from '@tsedra/contract/cart'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import { moneyText, parseMoney, unitPrice } from '@tsedra/contract/money'
import type { Router } from 'express'
import type { People } from '../accounts/people.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { addLine, cartLines, clearLines, setQuantity } from './cart-store.ts'

interface Deps extends Pick<People, 'db' | 'throttles'> {
  catalogue: LiveCatalogue
}

/** The cart of whoever is signed in: infra/decisions/0022-favourites-and-cart.md. */
export function cartRoutes({ db, throttles, catalogue }: Deps): Router {
  const router = createRouter()

  serve(router, getCart, async ({ query }, { user }) => cartOf(user.id, query.lang))

  serve(router, addToCart, async ({ query, body }, { user }) => {
    await throttles.takeOrRefuse('change-user', user.id)
    const outcome = await addLine(db, user.id, { ...body, quantity: body.quantity ?? 1 })
    if (outcome === 'full') throw new Refusal('cart_full', 'A cart holds fifty lines.')
    if (outcome === 'unavailable') {
      const { productId, packageSize } = body
      throw new Refusal('unavailable', 'This is not sold any more.', { items: [{ productId, packageSize }] })
    }
    return cartOf(user.id, query.lang)
  })

  serve(router, setCartQuantity, async ({ params, query, body }, { user }) => {
    await change(user.id, params.id, body.quantity)
    return cartOf(user.id, query.lang)
  })

  serve(router, removeFromCart, async ({ params, query }, { user }) => {
    await change(user.id, params.id, 0)
    return cartOf(user.id, query.lang)
  })

  serve(router, clearCart, async ({ query }, { user }) => {
    await throttles.takeOrRefuse('change-user', user.id)
    await clearLines(db, user.id)
    return cartOf(user.id, query.lang)
  })

  return router

  async function change(userId: string, lineId: string, quantity: number): Promise<void> {
    await throttles.takeOrRefuse('change-user', userId)
    if (!(await setQuantity(db, userId, lineId, quantity))) throw new Refusal('not_found', 'No such line.')
  }

  /** Products that are not sold at the moment are left out, and come back with the product. */
  async function cartOf(userId: string, language: Language = defaultLanguage): Promise<CartItem[]> {
    const lines = await cartLines(db, userId)
    return lines.flatMap(({ id, productId, packageSize, quantity }) => {
      const product = catalogue.current.productById(language, productId)
      if (!product) return []
      const unit = unitPrice(parseMoney(product.price) ?? 0, packageSize)
      return {
        id,
        product,
        packageSize,
        quantity,
        unitPrice: moneyText(unit),
        lineTotal: moneyText(unit * quantity),
        available: product.availablePackages.includes(packageSize),
      }
    })
  }
}
