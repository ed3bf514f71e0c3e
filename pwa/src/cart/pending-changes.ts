import type { QueryClient } from '@tanstack/react-query'
import { lastAnswer } from '../session/mine.ts'
import { changePerson, currentPerson } from '../session/person.ts'
import { createStore } from '../shared/store.ts'
import { type Change, type Line, packagesIn, withChanges } from './lines.ts'

export interface PendingChange {
  change: Change
  owner: string
  done: (failure?: unknown) => void
}

/** Changes that the API has not confirmed, the first one in flight. The cart shows them already: optimistic update. */
export const pendingChanges = createStore<readonly PendingChange[]>([])

/** Returns the cart with its pending changes, and renders again when they change. */
export const useWithChanges = (lines: readonly Line[]): Line[] => changed(lines, pendingChanges.use())

/** Returns whether a change is pending. */
export const useIsChanging = (): boolean => pendingChanges.use().length > 0

/** Updates the number on the cart button, which counts pending changes. */
export const countPackages = (lines: readonly Line[]): void =>
  changePerson({ inCart: packagesIn(changed(lines, pendingChanges.get())) })

export function setPendingChanges(client: QueryClient, all: readonly PendingChange[]): void {
  pendingChanges.set(all)
  const lines = lastAnswer<Line[]>(client, 'cart')
  if (lines) countPackages(lines)
}

/** Applies the pending changes of the signed-in user only. */
function changed(lines: readonly Line[], all: readonly PendingChange[]): Line[] {
  const mine = all.filter(({ owner }) => owner === currentPerson()?.user.id)
  return withChanges(
    lines,
    mine.map(({ change }) => change),
  )
}
