import type { QueryClient } from '@tanstack/react-query'
import type { addToCart, CartItem, clearCart, removeFromCart, setCartQuantity } from '@tsedra/contract/cart'
import { askAnew, hearAnswer, isSignedOut, lastAnswer } from '../session/mine.ts'
import { currentPerson } from '../session/person.ts'
import { CHANGE_PATIENCE_MS } from '../session/say-failed.ts'
import { createUnderWay } from '../session/under-way.ts'
import { ApiRefusal, call } from '../shared/api.ts'
import { type Change, isAt } from './lines.ts'
import { pendingChanges, setPendingChanges } from './pending-changes.ts'
import { withoutWaiting } from './waiting-checkouts.ts'

export const changesUnderWay = createUnderWay()

/**
 * Changes the cart: shown at once, and undone by itself when the shop does not take it.
 *
 * The shop hears of one change at a time, in the order of the taps; of the quantities wished for a line meanwhile it hears
 * the last (infra/decisions/0022-favourites-and-cart.md).
 *
 * @throws ApiRefusal, Unreachable; a quantity that was overtaken by another one never fails
 */
export function changeCart(client: QueryClient, change: Change): Promise<void> {
  const owner = currentPerson()?.user.id
  if (!owner) return Promise.resolve()
  const told = new Promise<void>((resolve, reject) => {
    const done = (failure?: unknown) => (failure ? reject(failure) : resolve())
    const [current, ...next] = pendingChanges.get()
    // mutation test: cart-drops-overtaken
    const overtaken = next.filter((each) => isOvertaken(each.change, change))
    for (const each of overtaken) each.done()
    const waiting = next.filter((each) => !overtaken.includes(each))
    setPendingChanges(client, [...(current ? [current] : []), ...waiting, { change, owner, done }])
    // mutation test: cart-one-request-at-a-time
    if (!current) void tellAll(client)
  })
  changesUnderWay.begin(told)
  return told
}

const isOvertaken = (earlier: Change, { to, ...place }: Change): boolean =>
  to === 'set' && earlier.to === 'set' && 'product' in place && isAt(earlier, place)

async function tellAll(client: QueryClient): Promise<void> {
  for (let [first] = pendingChanges.get(); first; [first] = pendingChanges.get()) {
    const { change, owner, done } = first
    let failure: unknown
    // Whoever signed out meanwhile has no cart here any more.
    if (currentPerson()?.user.id === owner) {
      try {
        const answer = await tell(change, lastAnswer<CartItem[]>(client, 'cart') ?? [])
        const lines = await withoutWaiting(answer).catch(() => undefined)
        if (!lines) void askAnew(client, 'cart')
        else if (currentPerson()?.user.id === owner) hearAnswer(client, 'cart', lines)
      } catch (error) {
        failure = error
      }
    }
    setPendingChanges(client, pendingChanges.get().slice(1))
    done(failure)
    // Nobody knows what became of it; or the cart is another one than was shown.
    if (failure && !isSignedOut(failure)) void askAnew(client, 'cart')
  }
}

/** @param lines the cart as the shop answered it last. Answers the whole cart as it is then. */
async function tell(change: Change, lines: readonly CartItem[]): Promise<readonly CartItem[]> {
  const until = AbortSignal.timeout(CHANGE_PATIENCE_MS)
  if (change.to === 'clear') return call<typeof clearCart>('DELETE /api/cart', {}, until)
  const { product, packageSize, quantity } = change
  if (change.to === 'add') {
    return call<typeof addToCart>('POST /api/cart', { body: { productId: product.id, packageSize, quantity } }, until)
  }
  const id = lines.find((line) => isAt(line, change))?.id
  if (!id) return lines
  const params = { id }
  if (quantity > 0) return call<typeof setCartQuantity>('PUT /api/cart/:id', { params, body: { quantity } }, until)
  try {
    return await call<typeof removeFromCart>('DELETE /api/cart/:id', { params }, until)
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'not_found') return lines.filter((line) => line.id !== id)
    throw error
  }
}
