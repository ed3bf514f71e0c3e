import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { daysOf } from '../table/days.ts'
import type { PageState } from '../table/page-state.ts'

/** What the list and its table for spreadsheets are asked for, as the address of the screen says it. */
export interface OrderFilter {
  status?: OrderStatus
  from?: string
  to?: string
  search?: string
}

export function orderFilter({ get }: Pick<PageState, 'get'>): OrderFilter {
  const status = orderStatuses.find((each) => each === get('status'))
  const search = get('search').trim()
  return { ...daysOf({ get }), ...(status && { status }), ...(search && { search }) }
}
