import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { parseDayRange } from '../table/parse-days.ts'
import type { PageState } from '../table/use-page-state.ts'

/** Filter of the order list and of its CSV export, from the address. */
export interface OrderFilter {
  status?: OrderStatus
  from?: string
  to?: string
  search?: string
}

export function parseOrderFilter({ get }: Pick<PageState, 'get'>): OrderFilter {
  const status = orderStatuses.find((candidate) => candidate === get('status'))
  const search = get('search').trim()
  return { ...parseDayRange({ get }), ...(status && { status }), ...(search && { search }) }
}
