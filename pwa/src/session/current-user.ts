import type { User } from '@tsedra/contract/accounts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { createStore } from '../shared/store.ts'

/**
 * The user signed in on this device, with the counts that the header and the bottom navigation show
 * (infra/decisions/0024-account-data-on-the-phone.md).
 */
export interface CurrentUser {
  user: User
  likedIds: readonly string[]
  /** Packages in the cart, all lines together. */
  inCart: number
}

const STORAGE_KEY = 'person'

/** The last known user, for the first paint and offline. Only the server authorises requests. */
const currentUserStore = createStore<CurrentUser | null>(readStoredCurrentUser())

/** Returns the current user, null for a guest; renders again after a sign-in or sign-out in any tab. */
export const useCurrentUser = currentUserStore.use
export const getCurrentUser = currentUserStore.get

export function setCurrentUser(currentUser: CurrentUser | null): void {
  writeLocal(STORAGE_KEY, currentUser ? JSON.stringify(currentUser) : undefined)
  currentUserStore.set(currentUser)
}

/** Updates the current user; does nothing for a guest. */
export function updateCurrentUser(change: Partial<CurrentUser>): void {
  const currentUser = currentUserStore.get()
  if (currentUser) setCurrentUser({ ...currentUser, ...change })
}

// The server, which renders pages without a user, has none.
globalThis.addEventListener?.('storage', ({ key }) => {
  // A null key: the whole storage was cleared.
  if (key === null || key === `tsedra.${STORAGE_KEY}`) currentUserStore.set(readStoredCurrentUser())
})

/** Returns the user stored on the device: a suspended tab has not received the storage event of a change yet. */
export function readStoredCurrentUser(): CurrentUser | null {
  try {
    return JSON.parse(readLocal(STORAGE_KEY) ?? 'null') as CurrentUser | null
  } catch {
    return null
  }
}
