import { askWhoIsSignedIn } from '../accounts/session.ts'
import { ApiRefusal } from '../shared/api.ts'

const aboutWhoAsks = ['unauthorized', 'second_factor_required', 'forbidden']

/**
 * What the shop says about whoever asks, whatever they asked for: who is here is asked anew, and `useAccess` does the rest.
 *
 * @returns whether that was it: then nothing more is to be said
 */
export function hearRefusal(error: unknown): boolean {
  if (!(error instanceof ApiRefusal) || !aboutWhoAsks.includes(error.code)) return false
  void askWhoIsSignedIn()
  return true
}
