import * as z from 'zod/mini'
import { product } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { languageInput } from './text.ts'

/** `liked` sets, so that a repeat changes nothing; without it the call toggles. */
export const likeProduct = endpoint({
  address: 'POST /api/products/:id/like',
  summary: 'Adds a product to the favourites or takes it out.',
  who: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ liked: z.optional(z.boolean()) }),
  reply: z.object({ liked: z.boolean(), likesCount: z.int() }),
  refuses: ['unauthorized', 'not_found', 'too_many_requests'],
})

export const likedProducts = endpoint({
  address: 'GET /api/users/liked-products',
  summary: 'The favourites that are sold at the moment, the latest first.',
  who: 'customer',
  query: z.strictObject({ lang: z.optional(languageInput) }),
  reply: z.array(product),
  refuses: ['unauthorized'],
})
