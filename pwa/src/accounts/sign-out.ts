import type { QueryClient } from '@tanstack/react-query'
import { closeOrder } from '../shared/order-request.ts'
import { beginSignOut, finishSignOutSoon } from './pending-sign-out.ts'
import { leave } from './session.ts'

/**
 * Signs out on this device at once, with or without a network; the session at the server ends as soon as it can be reached
 * (pending-sign-out.ts).
 *
 * @param unsent what becomes of requests that were not sent; kept ones wait for their account
 */
export async function signOut(client: QueryClient, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  beginSignOut(unsent)
  await afterSession(client, unsent)
  finishSignOutSoon()
}

/** The same where the session is over already: signed out everywhere, or the account is gone. */
export async function afterSession(client: QueryClient, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  // What is being typed would be kept as a draft again.
  closeOrder()
  await leave(unsent)
  for (const queryKey of [['mine'], ['order'], ['admin']]) client.removeQueries({ queryKey })
}
