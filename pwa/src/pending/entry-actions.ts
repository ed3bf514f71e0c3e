import { canResend, canRevertCancel, type Entry, isSignInRequired } from '../outbox/entry.ts'

/** What the shopper can do with a pending order; `sendNow` and `askNow` both make the next attempt at once. */
export type EntryAction = 'signIn' | 'sendNow' | 'askNow' | 'edit' | 'cancel' | 'keep'

/** Actions shown as buttons; the others are in the menu. */
export const MAX_BUTTONS = 2

/** Returns the actions for a pending order, the most useful first. */
export function listActions(entry: Entry): EntryAction[] {
  const isResendable = canResend(entry) && !isSignInRequired(entry)
  const signIn: EntryAction[] = isSignInRequired(entry) ? ['signIn'] : []
  if (entry.wish) {
    return [
      ...signIn,
      ...(canRevertCancel(entry) ? ['keep' as const] : []),
      ...(isResendable ? ['askNow' as const] : []),
    ]
  }
  const sendNow: EntryAction[] = isResendable ? ['sendNow'] : []
  // A queued order is sent without the shopper; one that needs attention is not.
  return entry.state === 'attention' ? [...signIn, ...sendNow, 'edit', 'cancel'] : ['edit', 'cancel', ...sendNow]
}
