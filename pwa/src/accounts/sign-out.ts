import type { QueryClient } from '@tanstack/react-query'
import { closeOrderDialog } from '../shared/order-dialog-state.ts'
import { beginSignOut, finishSignOutInBackground } from './pending-sign-out.ts'
import { endLocalSession } from './session.ts'

/**
 * Signs out on this device at once, with or without a network; the session at the server ends as soon as it can be reached
 * (pending-sign-out.ts).
 *
 * @param unsent what becomes of requests that were not sent; kept ones wait for their account
 */
export async function signOut(client: QueryClient, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  beginSignOut(unsent)
  await cleanUpAfterSession(client, unsent)
  finishSignOutInBackground()
}

/** The same where the session is over already: signed out everywhere, or the account is gone. */
export async function cleanUpAfterSession(client: QueryClient, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  // What is being typed would be kept as a draft again.
  closeOrderDialog()
  await endLocalSession(unsent)
  for (const queryKey of [['account-data'], ['order'], ['admin']]) client.removeQueries({ queryKey })
}
