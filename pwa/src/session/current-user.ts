import type { User } from '@tsedra/contract/accounts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { createStore } from '../shared/store.ts'

/** Who is signed in on this phone, with what the frame of every screen shows of them (infra/decisions/0024-account-data-on-the-phone.md). */
export interface CurrentUser {
  user: User
  likedIds: readonly string[]
  /** Packages in the cart, all lines together. */
  inCart: number
}

const STORAGE_KEY = 'person'

/** As it was last known: what is shown at the first paint, also without a network. The server decides at every call. */
const currentUserStore = createStore<CurrentUser | null>(readStoredCurrentUser())

/** Renders again when somebody signs in or out, in any tab; null for a guest. */
export const useCurrentUser = currentUserStore.use
export const getCurrentUser = currentUserStore.get

export function setCurrentUser(currentUser: CurrentUser | null): void {
  writeLocal(STORAGE_KEY, currentUser ? JSON.stringify(currentUser) : undefined)
  currentUserStore.set(currentUser)
}

/** Changes what is shown of whoever is signed in; nothing for a guest. */
export function updateCurrentUser(change: Partial<CurrentUser>): void {
  const currentUser = currentUserStore.get()
  if (currentUser) setCurrentUser({ ...currentUser, ...change })
}

addEventListener('storage', ({ key }) => {
  // null: everything was cleared.
  if (key === null || key === `tsedra.${STORAGE_KEY}`) currentUserStore.set(readStoredCurrentUser())
})

/** As the device has it at this moment: a tab that slept may not have heard yet. */
export function readStoredCurrentUser(): CurrentUser | null {
  try {
    return JSON.parse(readLocal(STORAGE_KEY) ?? 'null') as CurrentUser | null
  } catch {
    return null
  }
}
