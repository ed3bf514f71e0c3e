import { likedProducts, likeProduct } from '@tsedra/contract/favourites'
import { defaultLanguage } from '@tsedra/contract/language'
import type { Router } from 'express'
import type { People } from '../accounts/people.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { likedIds, setLike } from './like-store.ts'

interface Deps extends Pick<People, 'db' | 'throttles'> {
  catalogue: LiveCatalogue
}

/** Favourites: infra/decisions/0022-favourites-and-cart.md. */
export function favouriteRoutes({ db, throttles, catalogue }: Deps): Router {
  const router = createRouter()

  serve(router, likeProduct, async ({ params, body }, { user }) => {
    await throttles.takeOrRefuse('change-user', user.id)
    const like = await setLike(db, user.id, params.id, body.liked)
    if (!like) throw new Refusal('not_found', 'Product not found')
    return like
  })

  serve(router, likedProducts, async ({ query }, { user }) => {
    const ids = await likedIds(db, user.id)
    return ids.flatMap((id) => catalogue.current.productById(query.lang ?? defaultLanguage, id) ?? [])
  })

  return router
}
