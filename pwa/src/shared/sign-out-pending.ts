import { readLocal } from './local-storage.ts'

export const SIGN_OUT_KEY = 'signOut'

/** Somebody has signed out on this device and the server has not confirmed it: its cookie still opens their session. */
export const isSignOutPending = (): boolean => readLocal(SIGN_OUT_KEY) !== undefined
