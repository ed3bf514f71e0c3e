import { readLocal } from './local-storage.ts'

export const SIGN_OUT_KEY = 'signOut'

/** Returns whether the server has not confirmed the last sign-out on this device yet: the cookie is then still valid. */
export const isSignOutPending = (): boolean => readLocal(SIGN_OUT_KEY) !== undefined
