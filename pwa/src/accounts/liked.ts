import type { likedProducts } from '@tsedra/contract/favourites'
import type { Language } from '@tsedra/contract/language'
import { call } from '../shared/api.ts'
import { mineQuery } from './mine.ts'

/** The favourites that are sold at the moment, the latest first. */
export const likedQuery = (lang: Language) =>
  mineQuery('liked', lang, (signal) =>
    call<typeof likedProducts>('GET /api/users/liked-products', { query: { lang } }, signal),
  )
