import * as z from 'zod/mini'
import { product } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { languageInput } from './text.ts'

/** `liked` sets the like, so a repeat is idempotent; without it the call toggles. */
export const likeProduct = endpoint({
  route: 'POST /api/products/:id/like',
  summary: 'Adds a product to the favourites or removes it.',
  access: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ liked: z.optional(z.boolean()) }),
  response: z.object({ liked: z.boolean(), likesCount: z.int() }),
  errors: ['unauthorized', 'not_found', 'too_many_requests'],
})

export const likedProducts = endpoint({
  route: 'GET /api/users/liked-products',
  summary: 'The favourites that are sold at the moment, the latest first.',
  access: 'customer',
  query: z.strictObject({ lang: z.optional(languageInput) }),
  response: z.array(product),
  errors: ['unauthorized'],
})
