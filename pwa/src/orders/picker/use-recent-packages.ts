import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import type { myOrders } from '@tsedra/contract/orders'
import type { PackageSize } from '@tsedra/contract/packages'
import { pageOutbox } from '../../outbox/page-outbox.ts'
import { readLatestEntries } from '../../outbox/queue.ts'
import { withStorage } from '../../outbox/storage.ts'
import { getCachedAccountData } from '../../session/account-data.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { lastOrderStore } from '../../shared/last-order.ts'
import { findRecentPackages } from './recent-packages.ts'

/** Number of entries of the outbox that are read. */
const MAX_ENTRIES = 10

/** Returns the packages of earlier orders by slug, from what this device stores; undefined while it is read. */
export function useRecentPackages(): Map<string, PackageSize> | undefined {
  const client = useQueryClient()
  const language = useLanguage()
  const userId = useCurrentUser()?.user.id
  const { data: entries } = useQuery({
    queryKey: ['latest-entries'],
    queryFn: () => {
      const { db } = pageOutbox().parts
      return withStorage(db, () => readLatestEntries(db, MAX_ENTRIES)).catch(() => [])
    },
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  if (!entries) return undefined
  const purchases = getCachedAccountData<ResponseOf<typeof myOrders>>(client, `purchases.${language}`)?.orders ?? []
  return findRecentPackages({ entries, lastOrder: lastOrderStore.get(), purchases }, userId)
}
