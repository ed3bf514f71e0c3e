import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, ResponseOf, RequestOf } from '@tsedra/contract/endpoint'
import { callApi } from '../shared/api.ts'
import { handleSessionError } from './handle-session-error.ts'

/** Every question of the panel begins with it: a change makes all of them old. */
export const ADMIN_QUERY_KEY = 'admin'

type AdminInput<E extends Endpoint> = { [Key in 'params' | 'query']?: RequestOf<E>[Key] }

/**
 * A question to the shop by its address in the contract; asked anew when its screen is opened and after each change.
 *
 * While the next page is on its way the one before stays, and so does what was heard last when the network goes.
 */
export function useAdminQuery<E extends Endpoint>(
  address: E['route'],
  input: AdminInput<E> = {},
  { enabled = true } = {},
) {
  return useQuery({
    queryKey: [ADMIN_QUERY_KEY, address, input],
    queryFn: ({ signal }) => fetchAdmin<E>(address, input, signal),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchOnReconnect: 'always',
  })
}

/** One question; what a refusal means for the whole panel is heard here. */
export async function fetchAdmin<E extends Endpoint>(
  address: E['route'],
  input: AdminInput<E>,
  signal: AbortSignal,
): Promise<ResponseOf<E>> {
  try {
    return await callApi<E>(address, input, signal)
  } catch (error) {
    handleSessionError(error)
    throw error
  }
}
