import type { logout } from '@tsedra/contract/accounts'
import type { QueryClient } from '@tanstack/react-query'
import { closeOrder } from '../app/order-request.ts'
import { call } from '../shared/api.ts'
import { leave } from './session.ts'

/**
 * Ends the session and lets this phone forget the person.
 *
 * @param unsent what becomes of requests that were not sent; kept ones wait for their account
 * @throws ApiRefusal, Unreachable: then nothing has changed
 */
export async function signOut(client: QueryClient, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  await call<typeof logout>('POST /api/auth/logout')
  await afterSession(client, unsent)
}

/** The same where the session is over already: signed out everywhere, or the account is gone. */
export async function afterSession(client: QueryClient, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  // What is being typed would be kept as a draft again.
  closeOrder()
  await leave(unsent)
  for (const queryKey of [['mine'], ['order'], ['admin']]) client.removeQueries({ queryKey })
}
