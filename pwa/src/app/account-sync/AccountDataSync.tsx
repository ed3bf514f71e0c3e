import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cartQuery } from '../../cart/cart-query.ts'
import { likedQuery } from '../../favourites/liked-query.ts'
import { invalidateAccountData, syncAccountDataAcrossTabs } from '../../session/account-data.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { runIntent } from './run-intent.ts'

/** Renders nothing: fetches the current user's data, refetches it when back online, and syncs it across tabs. */
export function AccountDataSync() {
  const client = useQueryClient()
  const userId = useCurrentUser()?.user.id
  useQuery(likedQuery())
  useQuery(cartQuery())
  useEffect(() => {
    if (userId) void runIntent(client)
  }, [client, userId])
  useEffect(() => syncAccountDataAcrossTabs(client), [client])
  useEffect(() => {
    const refetch = () => {
      void invalidateAccountData(client, 'liked')
      void invalidateAccountData(client, 'cart')
    }
    addEventListener('online', refetch)
    return () => removeEventListener('online', refetch)
  }, [client])
  return null
}
