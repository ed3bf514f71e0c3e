import { addToCart, type CartItem, clearCart, getCart, removeFromCart, setCartQuantity } from '@tsedra/contract/cart'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import { kopiykasToDecimal, unitPrice } from '@tsedra/contract/money'
import type { Router } from 'express'
import type { AccountsContext } from '../accounts/accounts.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { addCartLine, readCartLines, clearCartLines, setCartLineQuantity } from './cart-store.ts'

interface Deps extends Pick<AccountsContext, 'db' | 'accountRateLimits'> {
  catalogue: LiveCatalogue
}

/** Serves the cart of the signed-in account: infra/decisions/0022-favourites-and-cart.md. */
export function cartRoutes({ db, accountRateLimits, catalogue }: Deps): Router {
  const router = createRouter()

  serve(router, getCart, async ({ query }, { user }) => readCart(user.id, query.lang))

  serve(router, addToCart, async ({ query, body }, { user }) => {
    await accountRateLimits.consumeOrReject('change-user', user.id)
    const outcome = await addCartLine(db, user.id, { ...body, quantity: body.quantity ?? 1 })
    if (outcome === 'full') throw new Refusal('cart_full', 'A cart holds fifty lines.')
    if (outcome === 'unavailable') {
      const { productId, packageSize } = body
      throw new Refusal('unavailable', 'This is not sold any more.', { items: [{ productId, packageSize }] })
    }
    return readCart(user.id, query.lang)
  })

  serve(router, setCartQuantity, async ({ params, query, body }, { user }) => {
    await changeQuantity(user.id, params.id, body.quantity)
    return readCart(user.id, query.lang)
  })

  serve(router, removeFromCart, async ({ params, query }, { user }) => {
    await changeQuantity(user.id, params.id, 0)
    return readCart(user.id, query.lang)
  })

  serve(router, clearCart, async ({ query }, { user }) => {
    await accountRateLimits.consumeOrReject('change-user', user.id)
    await clearCartLines(db, user.id)
    return readCart(user.id, query.lang)
  })

  return router

  async function changeQuantity(userId: string, lineId: string, quantity: number): Promise<void> {
    await accountRateLimits.consumeOrReject('change-user', userId)
    if (!(await setCartLineQuantity(db, userId, lineId, quantity))) throw new Refusal('not_found', 'No such line.')
  }

  /** Leaves out products that are not sold at the moment; they reappear with the product. */
  async function readCart(userId: string, language: Language = defaultLanguage): Promise<CartItem[]> {
    const lines = await readCartLines(db, userId)
    return lines.flatMap(({ id, productId, packageSize, quantity }) => {
      const product = catalogue.current.productById(language, productId)
      if (!product) return []
      const unit = unitPrice(product, packageSize)
      return {
        id,
        product,
        packageSize,
        quantity,
        unitPrice: kopiykasToDecimal(unit),
        lineTotal: kopiykasToDecimal(unit * quantity),
        available: product.availablePackages.includes(packageSize),
      }
    })
  }
}
