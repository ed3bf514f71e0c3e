import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, ReplyOf, SentTo } from '@tsedra/contract/endpoint'
import { call } from '../shared/api.ts'
import { hearRefusal } from './hear-refusal.ts'

/** Every question of the panel begins with it: a change makes all of them old. */
export const ADMIN = 'admin'

type Asked<E extends Endpoint> = { [Part in 'params' | 'query']?: SentTo<E>[Part] }

/**
 * A question to the shop by its address in the contract; asked anew when its screen is opened and after each change.
 *
 * While the next page is on its way the one before stays, and so does what was heard last when the network goes.
 */
export function useAdminQuery<E extends Endpoint>(
  address: E['address'],
  input: Asked<E> = {},
  { enabled = true } = {},
) {
  return useQuery({
    queryKey: [ADMIN, address, input],
    queryFn: ({ signal }) => ask<E>(address, input, signal),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchOnReconnect: 'always',
  })
}

/** One question; what a refusal means for the whole panel is heard here. */
export async function ask<E extends Endpoint>(
  address: E['address'],
  input: Asked<E>,
  signal: AbortSignal,
): Promise<ReplyOf<E>> {
  try {
    return await call<E>(address, input, signal)
  } catch (error) {
    hearRefusal(error)
    throw error
  }
}
