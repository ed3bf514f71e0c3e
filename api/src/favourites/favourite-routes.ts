import { likedProducts, likeProduct } from '@tsedra/contract/favourites'
import { defaultLanguage } from '@tsedra/contract/language'
import type { Router } from 'express'
import type { AccountsContext } from '../accounts/accounts.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { readLikedIds, setLike } from './like-store.ts'

interface Deps extends Pick<AccountsContext, 'db' | 'accountRateLimits'> {
  catalogue: LiveCatalogue
}

/** Serves favourites: infra/decisions/0022-favourites-and-cart.md. */
export function favouriteRoutes({ db, accountRateLimits, catalogue }: Deps): Router {
  const router = createRouter()

  serve(router, likeProduct, async ({ params, body }, { user }) => {
    await accountRateLimits.consumeOrReject('change-user', user.id)
    const like = await setLike(db, user.id, params.id, body.liked)
    if (!like) throw new Refusal('not_found', 'Product not found')
    return like
  })

  serve(router, likedProducts, async ({ query }, { user }) => {
    const ids = await readLikedIds(db, user.id)
    return ids.flatMap((id) => catalogue.current.productById(query.lang ?? defaultLanguage, id) ?? [])
  })

  return router
}
