import type { QueryClient } from '@tanstack/react-query'
import type { addToCart, CartItem, clearCart, removeFromCart, setCartQuantity } from '@tsedra/contract/cart'
import {
  invalidateAccountData,
  setCachedAccountData,
  isUnauthorized,
  getCachedAccountData,
} from '../session/account-data.ts'
import { getCurrentUser } from '../session/current-user.ts'
import { CHANGE_TIMEOUT_MS } from '../session/show-failure.ts'
import { createInFlightChanges } from '../session/in-flight-changes.ts'
import { ApiError, callApi } from '../shared/api.ts'
import { type Change, isSameLine } from './cart-lines.ts'
import { pendingChanges, setPendingChanges } from './pending-changes.ts'
import { excludePendingCheckouts } from './exclude-pending-checkouts.ts'

export const changesInFlight = createInFlightChanges()

/**
 * Changes the cart with an optimistic update, rolled back when the request fails.
 *
 * Changes are sent one at a time, in the order of the taps; of several queued quantities of a line only the last is sent
 * (infra/decisions/0022-favourites-and-cart.md).
 *
 * @throws ApiError, UnreachableError; a superseded quantity resolves without a request
 */
export function changeCart(client: QueryClient, change: Change): Promise<void> {
  const owner = getCurrentUser()?.user.id
  if (!owner) return Promise.resolve()
  const settled = new Promise<void>((resolve, reject) => {
    const done = (failure?: unknown) => (failure ? reject(failure) : resolve())
    const [current, ...next] = pendingChanges.get()
    // mutation test: cart-drops-overtaken
    const superseded = next.filter((queued) => isSuperseded(queued.change, change))
    for (const queued of superseded) queued.done()
    const remaining = next.filter((queued) => !superseded.includes(queued))
    setPendingChanges(client, [...(current ? [current] : []), ...remaining, { change, owner, done }])
    // mutation test: cart-one-request-at-a-time
    if (!current) void sendQueue(client)
  })
  changesInFlight.track(settled)
  return settled
}

const isSuperseded = (earlier: Change, { kind, ...lineKey }: Change): boolean =>
  kind === 'set' && earlier.kind === 'set' && 'product' in lineKey && isSameLine(earlier, lineKey)

async function sendQueue(client: QueryClient): Promise<void> {
  for (let [first] = pendingChanges.get(); first; [first] = pendingChanges.get()) {
    const { change, owner, done } = first
    let failure: unknown
    // After a sign-out the cart of the former user is not changed.
    if (getCurrentUser()?.user.id === owner) {
      try {
        const response = await sendChange(change, getCachedAccountData<CartItem[]>(client, 'cart') ?? [])
        const lines = await excludePendingCheckouts(response).catch(() => undefined)
        if (!lines) void invalidateAccountData(client, 'cart')
        else if (getCurrentUser()?.user.id === owner) setCachedAccountData(client, 'cart', lines)
      } catch (error) {
        failure = error
      }
    }
    setPendingChanges(client, pendingChanges.get().slice(1))
    done(failure)
    // The outcome is unknown, or the cart differs from the one shown.
    if (failure && !isUnauthorized(failure)) void invalidateAccountData(client, 'cart')
  }
}

/**
 * Sends one change and returns the resulting cart.
 *
 * @param lines the cart of the last response
 */
async function sendChange(change: Change, lines: readonly CartItem[]): Promise<readonly CartItem[]> {
  const signal = AbortSignal.timeout(CHANGE_TIMEOUT_MS)
  if (change.kind === 'clear') return callApi<typeof clearCart>('DELETE /api/cart', {}, signal)
  const { product, packageSize, quantity } = change
  if (change.kind === 'add') {
    return callApi<typeof addToCart>(
      'POST /api/cart',
      { body: { productId: product.id, packageSize, quantity } },
      signal,
    )
  }
  const id = lines.find((line) => isSameLine(line, change))?.id
  if (!id) return lines
  const params = { id }
  if (quantity > 0) return callApi<typeof setCartQuantity>('PUT /api/cart/:id', { params, body: { quantity } }, signal)
  try {
    return await callApi<typeof removeFromCart>('DELETE /api/cart/:id', { params }, signal)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return lines.filter((line) => line.id !== id)
    throw error
  }
}
