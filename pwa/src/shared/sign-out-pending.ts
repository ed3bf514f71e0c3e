import { recall } from './remembered.ts'

export const SIGN_OUT = 'signOut'

/** Somebody has signed out on this device and the server has not confirmed it: its cookie still opens their session. */
export const isSignOutPending = (): boolean => recall(SIGN_OUT) !== undefined
