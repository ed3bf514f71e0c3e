import { refreshCurrentUser } from '../accounts/session.ts'
import { ApiError } from '../shared/api.ts'

const sessionErrorCodes = ['unauthorized', 'second_factor_required', 'forbidden']

/**
 * What the shop says about whoever asks, whatever they asked for: who is here is asked anew, and `useAccess` does the rest.
 *
 * @returns whether that was it: then nothing more is to be said
 */
export function handleSessionError(error: unknown): boolean {
  if (!(error instanceof ApiError) || !sessionErrorCodes.includes(error.code)) return false
  void refreshCurrentUser()
  return true
}
