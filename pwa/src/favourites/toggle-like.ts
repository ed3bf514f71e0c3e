import type { QueryClient } from '@tanstack/react-query'
import type { likeProduct } from '@tsedra/contract/favourites'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import {
  invalidateAccountData,
  setCachedAccountData,
  isUnauthorized,
  getCachedAccountData,
} from '../session/account-data.ts'
import { updateCurrentUser, getCurrentUser } from '../session/current-user.ts'
import { CHANGE_TIMEOUT_MS, showFailure } from '../session/show-failure.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'
import { createInFlightChanges } from '../session/in-flight-changes.ts'
import { getLikesCount, setLikesCount } from '../catalogue/likes-count.ts'
import type { Product } from '../catalogue/queries.ts'
import { getName } from '../catalogue/translations.ts'
import { getLanguage } from '../shared/i18n/language.ts'
import { showToast } from '../shared/toasts.ts'
import { callApi } from '../shared/api.ts'

/** The last requested state of each product with a like request in flight. */
const latestTargets = new Map<string, boolean>()
export const likesInFlight = createInFlightChanges()

interface LikeState {
  liked: boolean
  count: number
}

/**
 * Likes or unlikes a product with an optimistic update, rolled back when the request fails. Prompts a guest to sign in.
 *
 * One request per product is in flight at a time; of the taps during it only the last is sent
 * (infra/decisions/0022-favourites-and-cart.md).
 */
export async function toggleLike(client: QueryClient, product: Product): Promise<void> {
  const owner = getCurrentUser()?.user.id
  if (!owner) return promptSignIn('loginForFavourites', { action: 'like', product })
  const previous = readLikeState(product)
  const liked = !previous.liked
  showLikeState(client, owner, product, { liked, count: previous.count + (liked ? 1 : -1) })
  const isInFlight = latestTargets.has(product.id)
  latestTargets.set(product.id, liked)
  // mutation test: like-one-request-at-a-time
  if (isInFlight) return

  const sending = sendLatestTarget(product.id, previous)
  likesInFlight.track(sending)
  const { failure, ...like } = await sending
  // mutation test: like-rolled-back
  showLikeState(client, owner, product, like)
  const currentUser = getCurrentUser()
  // Another request may have received the 401 first and reset the user: this tap still shows its failure.
  if (currentUser ? currentUser.user.id !== owner : !isUnauthorized(failure)) return
  if (failure) showFailure(failure, 'favourites.failed')
  else {
    const title = getTranslator()(like.liked ? 'favourites.added' : 'favourites.removed')
    showToast({ subject: getName(product, getLanguage()), title })
  }
  if (!isUnauthorized(failure)) await invalidateAccountData(client, 'liked')
}

const readLikeState = (product: Product): LikeState => ({
  liked: getCurrentUser()?.likedIds.includes(product.id) ?? false,
  count: getLikesCount(product),
})

function showLikeState(client: QueryClient, owner: string, product: Product, { liked, count }: LikeState): void {
  setLikesCount(product, count)
  const currentUser = getCurrentUser()
  if (currentUser?.user.id !== owner) return
  const others = currentUser.likedIds.filter((id) => id !== product.id)
  updateCurrentUser({ likedIds: liked ? [product.id, ...others] : others })
  // An unliked product stays in the cached list, hidden, until the API confirms: a rollback restores its position.
  // A list that was never fetched is empty if the user had no other favourites.
  const cachedList = getCachedAccountData<Product[]>(client, 'liked') ?? (others.length === 0 ? [] : undefined)
  if (liked && cachedList && !cachedList.some(({ id }) => id === product.id)) {
    setCachedAccountData(client, 'liked', [product, ...cachedList])
  }
}

/** Sends requests until the last requested state is sent. Returns the confirmed state and the failure of the last request. */
async function sendLatestTarget(id: string, previous: LikeState): Promise<LikeState & { failure?: unknown }> {
  let confirmed = previous
  let failure: unknown
  for (let target = latestTargets.get(id); target !== undefined; target = latestTargets.get(id)) {
    try {
      const { liked, likesCount } = await sendLike(id, target)
      confirmed = { liked, count: likesCount }
      failure = undefined
    } catch (error) {
      failure = error
    }
    // mutation test: like-last-wins
    if (latestTargets.get(id) === target) latestTargets.delete(id)
  }
  return { ...confirmed, failure }
}

const sendLike = (id: string, liked: boolean) =>
  callApi<typeof likeProduct>(
    'POST /api/products/:id/like',
    { params: { id }, body: { liked } },
    AbortSignal.timeout(CHANGE_TIMEOUT_MS),
  )
