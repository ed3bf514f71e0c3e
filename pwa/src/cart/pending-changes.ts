import type { QueryClient } from '@tanstack/react-query'
import { getCachedAccountData } from '../session/account-data.ts'
import { updateCurrentUser, getCurrentUser } from '../session/current-user.ts'
import { createStore } from '../shared/store.ts'
import { type Change, type CartLineData, totalQuantity, applyChanges } from './cart-lines.ts'

export interface PendingChange {
  change: Change
  owner: string
  done: (failure?: unknown) => void
}

/** Changes that the API has not confirmed, the first one in flight. The cart shows them already: optimistic update. */
export const pendingChanges = createStore<readonly PendingChange[]>([])

/** Returns the cart with its pending changes, and renders again when they change. */
export const useWithChanges = (lines: readonly CartLineData[]): CartLineData[] =>
  applyOwnChanges(lines, pendingChanges.use())

/** Returns whether a change is pending. */
export const useIsChanging = (): boolean => pendingChanges.use().length > 0

/** Updates the number on the cart button, which counts pending changes. */
export const countPackages = (lines: readonly CartLineData[]): void =>
  updateCurrentUser({ inCart: totalQuantity(applyOwnChanges(lines, pendingChanges.get())) })

export function setPendingChanges(client: QueryClient, all: readonly PendingChange[]): void {
  pendingChanges.set(all)
  const lines = getCachedAccountData<CartLineData[]>(client, 'cart')
  if (lines) countPackages(lines)
}

/** Applies the pending changes of the signed-in user only. */
function applyOwnChanges(lines: readonly CartLineData[], all: readonly PendingChange[]): CartLineData[] {
  const ownChanges = all.filter(({ owner }) => owner === getCurrentUser()?.user.id)
  return applyChanges(
    lines,
    ownChanges.map(({ change }) => change),
  )
}
