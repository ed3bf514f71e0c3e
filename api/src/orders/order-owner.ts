import { Refusal } from '../http/refusal.ts'

/** Returns the id of the signed-in account; null for a guest. */
export type ReadUserId = () => Promise<string | null>

/**
 * Returns the account that owns the order. An order queued on a phone belongs to the account that wrote it, so it is
 * rejected under another session or under none.
 *
 * @param requestedOwner sent by the phone: an account, null for a guest, undefined for the account of the session
 * @throws Refusal `unauthorized` without a session, `account_mismatch` when the session belongs to another account
 */
export function resolveOwner(requestedOwner: string | null | undefined, signedIn: string | null): string | null {
  if (requestedOwner === undefined) return signedIn
  if (requestedOwner === null || requestedOwner === signedIn) return requestedOwner
  if (signedIn === null) throw new Refusal('unauthorized', 'Unauthorized: sign in to send this order.')
  throw new Refusal('account_mismatch', 'This order belongs to another account.')
}
