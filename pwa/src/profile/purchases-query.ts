import type { ResponseOf } from '@tsedra/contract/endpoint'
import type { Language } from '@tsedra/contract/language'
import type { myOrders } from '@tsedra/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { accountDataQuery } from '../session/account-data.ts'
import { getCurrentUser } from '../session/current-user.ts'
import { callApi } from '../shared/api.ts'

export type PurchasesPageData = ResponseOf<typeof myOrders>

/** Orders that are asked for at once. */
export const PAGE_SIZE = 10

const fetchPurchases = (lang: Language, offset: number, signal: AbortSignal) =>
  callApi<typeof myOrders>(
    'GET /api/users/orders',
    { query: { lang, limit: String(PAGE_SIZE), offset: String(offset) } },
    signal,
  )

/** The latest orders; they stay readable without a network. */
export const purchasesQuery = (lang: Language) =>
  accountDataQuery(`purchases.${lang}`, (signal) => fetchPurchases(lang, 0, signal))

/** Orders from this place on. */
export const olderPurchasesQuery = (lang: Language, offset: number) =>
  queryOptions({
    queryKey: ['account-data', getCurrentUser()?.user.id, `purchases.${lang}`, offset],
    queryFn: ({ signal }) => fetchPurchases(lang, offset, signal),
    staleTime: 0,
  })
