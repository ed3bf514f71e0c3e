import type { QueryClient } from '@tanstack/react-query'
import { closeOrderDialog } from '../shared/order-dialog-state.ts'
import { beginSignOut, finishSignOutInBackground } from './pending-sign-out.ts'
import { endLocalSession } from './session.ts'

/**
 * Signs out on this device at once, also offline; `pending-sign-out.ts` ends the session as soon as the server is
 * reachable.
 *
 * @param unsent whether unsent orders are deleted or wait for the next sign-in of their account
 */
export async function signOut(client: QueryClient, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  beginSignOut(unsent)
  await cleanUpAfterSession(client, unsent)
  finishSignOutInBackground()
}

/** Cleans this device up when the server has ended the session: all sessions ended, or the account deleted. */
export async function cleanUpAfterSession(client: QueryClient, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  // An open order dialog would save its draft again.
  closeOrderDialog()
  await endLocalSession(unsent)
  for (const queryKey of [['account-data'], ['order'], ['admin']]) client.removeQueries({ queryKey })
}
