import type { ResponseOf } from '@tsedra/contract/endpoint'
import type { Language } from '@tsedra/contract/language'
import type { myOrders } from '@tsedra/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { accountDataQuery } from '../session/account-data.ts'
import { getCurrentUser } from '../session/current-user.ts'
import { callApi } from '../shared/api.ts'

export type PurchasesPageData = ResponseOf<typeof myOrders>

/** Orders per request. */
export const PAGE_SIZE = 10

const fetchPurchases = (lang: Language, offset: number, signal: AbortSignal) =>
  callApi<typeof myOrders>(
    'GET /api/users/orders',
    { query: { lang, limit: String(PAGE_SIZE), offset: String(offset) } },
    signal,
  )

/** Returns the query for the latest orders, which are stored for offline use. */
export const purchasesQuery = (lang: Language) =>
  accountDataQuery(`purchases.${lang}`, (signal) => fetchPurchases(lang, 0, signal))

/** Returns the query for the orders from this offset on. */
export const olderPurchasesQuery = (lang: Language, offset: number) =>
  queryOptions({
    queryKey: ['account-data', getCurrentUser()?.user.id, `purchases.${lang}`, offset],
    queryFn: ({ signal }) => fetchPurchases(lang, offset, signal),
    staleTime: 0,
  })
