import type { QueryClient } from '@tanstack/react-query'
import type { likeProduct } from '@tsedra/contract/favourites'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { askAnew, hearAnswer, isSignedOut, lastAnswer } from '../session/mine.ts'
import { changePerson, currentPerson } from '../session/person.ts'
import { CHANGE_PATIENCE_MS, sayFailed } from '../session/say-failed.ts'
import { translator } from '../shared/i18n/translator.ts'
import { createUnderWay } from '../session/under-way.ts'
import { likesCountOf, setLikesCount } from '../catalogue/likes-count.ts'
import type { Product } from '../catalogue/queries.ts'
import { notify } from '../shared/notices.ts'
import { call } from '../shared/api.ts'

/** What is wished last of each product that is being told to the shop. */
const wishes = new Map<string, boolean>()
export const likesUnderWay = createUnderWay()

interface Like {
  liked: boolean
  count: number
}

/**
 * Likes a product or takes that back: shown at once, and undone when the shop does not take it. A guest is
 * asked to sign in first.
 *
 * One call at a time goes out for a product; of what is tapped meanwhile only the last counts
 * (infra/decisions/0022-favourites-and-cart.md).
 */
export async function toggleLike(client: QueryClient, product: Product): Promise<void> {
  const owner = currentPerson()?.user.id
  if (!owner) return askToSignIn('loginForFavourites', { action: 'like', product })
  const before = likeOf(product)
  const liked = !before.liked
  show(client, owner, product, { liked, count: before.count + (liked ? 1 : -1) })
  const isBeingTold = wishes.has(product.id)
  wishes.set(product.id, liked)
  // mutation test: like-one-request-at-a-time
  if (isBeingTold) return

  const telling = tellWishes(product.id, before)
  likesUnderWay.begin(telling)
  const { failure, ...like } = await telling
  // mutation test: like-rolled-back
  show(client, owner, product, like)
  const person = currentPerson()
  // That the session is over may have been heard by another call first: whoever has tapped is told all the same.
  if (person ? person.user.id !== owner : !isSignedOut(failure)) return
  if (failure) sayFailed(failure, 'favourites.failed')
  else notify({ title: translator()(like.liked ? 'favourites.added' : 'favourites.removed') })
  if (!isSignedOut(failure)) await askAnew(client, 'liked')
}

const likeOf = (product: Product): Like => ({
  liked: currentPerson()?.likedIds.includes(product.id) ?? false,
  count: likesCountOf(product),
})

function show(client: QueryClient, owner: string, product: Product, { liked, count }: Like): void {
  setLikesCount(product, count)
  const person = currentPerson()
  if (person?.user.id !== owner) return
  const others = person.likedIds.filter((id) => id !== product.id)
  changePerson({ likedIds: liked ? [product.id, ...others] : others })
  // What is let go of stays in the list, hidden, until the shop has agreed: it may come back to its place.
  // A list that was not heard yet is empty when nothing was liked before.
  const listed = lastAnswer<Product[]>(client, 'liked') ?? (others.length === 0 ? [] : undefined)
  if (liked && listed && !listed.some(({ id }) => id === product.id)) {
    hearAnswer(client, 'liked', [product, ...listed])
  }
}

/** Tells the shop until nothing else is wished; answers what is known then, and why the last wish was not taken. */
async function tellWishes(id: string, before: Like): Promise<Like & { failure?: unknown }> {
  let known = before
  let failure: unknown
  for (let wish = wishes.get(id); wish !== undefined; wish = wishes.get(id)) {
    try {
      const { liked, likesCount } = await tell(id, wish)
      known = { liked, count: likesCount }
      failure = undefined
    } catch (error) {
      failure = error
    }
    // mutation test: like-last-wins
    if (wishes.get(id) === wish) wishes.delete(id)
  }
  return { ...known, failure }
}

const tell = (id: string, liked: boolean) =>
  call<typeof likeProduct>(
    'POST /api/products/:id/like',
    { params: { id }, body: { liked } },
    AbortSignal.timeout(CHANGE_PATIENCE_MS),
  )
