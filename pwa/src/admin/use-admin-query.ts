import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, ResponseOf, RequestOf } from '@tsedra/contract/endpoint'
import { callApi } from '../shared/api.ts'
import { handleSessionError } from './handle-session-error.ts'

/** Prefix of every admin query key: a change invalidates all of them. */
export const ADMIN_QUERY_KEY = 'admin'

type AdminInput<E extends Endpoint> = { [Key in 'params' | 'query']?: RequestOf<E>[Key] }

/**
 * Queries a route of the contract; refetches when its page is opened and after each change.
 *
 * The previous page stays while the next one loads, and the last response stays when offline.
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

/** Sends one request and handles errors about the session. */
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
