import type { ReplyOf } from '@tsedra/contract/endpoint'
import type { Language } from '@tsedra/contract/language'
import type { myOrders } from '@tsedra/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { mineQuery } from '../session/mine.ts'
import { currentPerson } from '../session/person.ts'
import { call } from '../shared/api.ts'

export type Purchased = ReplyOf<typeof myOrders>

/** Orders that are asked for at once. */
export const PAGE = 10

const ask = (lang: Language, offset: number, signal: AbortSignal) =>
  call<typeof myOrders>(
    'GET /api/users/orders',
    { query: { lang, limit: String(PAGE), offset: String(offset) } },
    signal,
  )

/** The latest orders; they stay readable without a network. */
export const purchasesQuery = (lang: Language) => mineQuery(`purchases.${lang}`, (signal) => ask(lang, 0, signal))

/** Orders from this place on. */
export const olderPurchasesQuery = (lang: Language, offset: number) =>
  queryOptions({
    queryKey: ['mine', currentPerson()?.user.id, `purchases.${lang}`, offset],
    queryFn: ({ signal }) => ask(lang, offset, signal),
    staleTime: 0,
  })
