import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { parseDayRange } from '../table/parse-days.ts'
import type { PageState } from '../table/use-page-state.ts'

/** What the list and its table for spreadsheets are asked for, as the address of the screen says it. */
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
