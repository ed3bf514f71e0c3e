import type { QueryClient } from '@tanstack/react-query'
import type { addToCart, CartItem, clearCart, removeFromCart, setCartQuantity } from '@tsedra/contract/cart'
import { askAnew, hearAnswer, isSignedOut, lastAnswer } from '../session/mine.ts'
import { changePerson, currentPerson } from '../session/person.ts'
import { CHANGE_PATIENCE_MS } from '../session/say-failed.ts'
import { createUnderWay } from '../session/under-way.ts'
import { ApiRefusal, call } from '../shared/api.ts'
import { createStore } from '../shared/store.ts'
import { type Change, isAt, type Line, packagesIn, withChanges } from './lines.ts'
import { withoutWaiting } from './waiting-checkouts.ts'

interface Wanted {
  change: Change
  owner: string
  done: (failure?: unknown) => void
}

/** What the shop is being told, the first of it at this moment. Shown as if it had been taken already. */
const wanted = createStore<readonly Wanted[]>([])
export const changesUnderWay = createUnderWay()

/** The cart with what the shop is being told at the moment; renders again with it. */
export const useWithChanges = (lines: readonly Line[]): Line[] => changed(lines, wanted.use())

/** Whether the shop is being told of changes at the moment. */
export const useIsChanging = (): boolean => wanted.use().length > 0

/** The frame of every screen shows how much is in the cart, with what the shop is being told. */
export const countPackages = (lines: readonly Line[]): void =>
  changePerson({ inCart: packagesIn(changed(lines, wanted.get())) })

function setWanted(client: QueryClient, all: readonly Wanted[]): void {
  wanted.set(all)
  const lines = lastAnswer<Line[]>(client, 'cart')
  if (lines) countPackages(lines)
}

/** Of somebody who has signed out meanwhile nothing is shown. */
function changed(lines: readonly Line[], all: readonly Wanted[]): Line[] {
  const mine = all.filter(({ owner }) => owner === currentPerson()?.user.id)
  return withChanges(
    lines,
    mine.map(({ change }) => change),
  )
}

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
    const [current, ...next] = wanted.get()
    // mutation test: cart-drops-overtaken
    const overtaken = next.filter((each) => isOvertaken(each.change, change))
    for (const each of overtaken) each.done()
    const waiting = next.filter((each) => !overtaken.includes(each))
    setWanted(client, [...(current ? [current] : []), ...waiting, { change, owner, done }])
    // mutation test: cart-one-request-at-a-time
    if (!current) void tellAll(client)
  })
  changesUnderWay.begin(told)
  return told
}

const isOvertaken = (earlier: Change, { to, ...place }: Change): boolean =>
  to === 'set' && earlier.to === 'set' && 'product' in place && isAt(earlier, place)

async function tellAll(client: QueryClient): Promise<void> {
  for (let [first] = wanted.get(); first; [first] = wanted.get()) {
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
    setWanted(client, wanted.get().slice(1))
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
