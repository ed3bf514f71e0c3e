import type { QueryClient } from '@tanstack/react-query'
import { addToCart } from '../../cart/add-to-cart.ts'
import { toggleLike } from '../../favourites/toggle-like.ts'
import { takeIntent } from '../../session/intent.ts'
import { getCurrentUser } from '../../session/current-user.ts'

/** Runs the action that a guest requested before signing in, once. A product that the account already likes stays liked. */
export async function runIntent(client: QueryClient): Promise<void> {
  const currentUser = getCurrentUser()
  const intent = currentUser && takeIntent()
  if (!intent) return
  if (intent.action === 'addToCart') await addToCart(client, intent.product, intent.packageSize, intent.quantity)
  else if (!currentUser.likedIds.includes(intent.product.id)) await toggleLike(client, intent.product)
}
