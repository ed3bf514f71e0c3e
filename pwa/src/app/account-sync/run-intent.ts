import type { QueryClient } from '@tanstack/react-query'
import { addToCart } from '../../cart/add-to-cart.ts'
import { toggleLike } from '../../favourites/like.ts'
import { takeIntent } from '../../session/intent.ts'
import { currentPerson } from '../../session/person.ts'

/** Does what a guest wanted before signing in, once. A product that the account likes already stays liked. */
export async function runIntent(client: QueryClient): Promise<void> {
  const person = currentPerson()
  const intent = person && takeIntent()
  if (!intent) return
  if (intent.action === 'addToCart') await addToCart(client, intent.product, intent.packageSize, intent.quantity)
  else if (!person.likedIds.includes(intent.product.id)) await toggleLike(client, intent.product)
}
