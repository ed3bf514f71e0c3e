import { queryOptions } from '@tanstack/react-query'
import type { Language } from '@tsedra/contract/language'
import { type getOrder, type Order, order, orderId } from '@tsedra/contract/orders'
import * as z from 'zod/mini'
import { ApiError, callApi } from '../shared/api.ts'

// The Content-Security-Policy forbids `eval`, which zod's JIT uses.
z.config({ jitless: true })

/** Query of the order on the server; null when it does not exist. Fetched each time the page is opened. */
export const orderQuery = (id: string, lang: Language) =>
  queryOptions({
    queryKey: ['order', id, lang],
    queryFn: async ({ signal }) => {
      try {
        return (
          parseOrder(
            await callApi<typeof getOrder>('GET /api/orders/:id', { params: { id }, query: { lang } }, signal),
          ) ?? null
        )
      } catch (error) {
        if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_request')) return null
        throw error
      }
    },
    networkMode: 'always',
    staleTime: 0,
    retry: false,
  })

/** Returns the response as an order; undefined when this build cannot parse it. */
export function parseOrder(response: unknown): Order | undefined {
  const parsed = order.safeParse(response)
  return parsed.success ? parsed.data : undefined
}

export const isOrderId = (id: string): boolean => orderId.safeParse(id).success
