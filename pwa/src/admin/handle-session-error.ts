import { refreshCurrentUser } from '../accounts/session.ts'
import { ApiError } from '../shared/api.ts'

const sessionErrorCodes = ['unauthorized', 'second_factor_required', 'forbidden']

/**
 * Handles errors about the session: refetches the current user, so that `useAccess` reacts.
 *
 * @returns whether the error was handled: then no further message is shown
 */
export function handleSessionError(error: unknown): boolean {
  if (!(error instanceof ApiError) || !sessionErrorCodes.includes(error.code)) return false
  void refreshCurrentUser()
  return true
}
