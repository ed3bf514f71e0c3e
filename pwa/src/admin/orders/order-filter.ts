import type { staffOrderSorts } from '@tsedra/contract/admin-orders'
import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { parseDayRange } from '../table/parse-days.ts'
import type { PageState } from '../table/use-page-state.ts'

/** Filter of the order list and of its CSV export, from the address. */
export interface OrderFilter {
  status?: OrderStatus
  late?: 'true'
  from?: string
  to?: string
  search?: string
}

export function parseOrderFilter({ get }: Pick<PageState, 'get'>): OrderFilter {
  const isLate = get('late') === 'true'
  const status = isLate ? undefined : orderStatuses.find((candidate) => candidate === get('status'))
  const search = get('search').trim()
  return {
    ...parseDayRange({ get }),
    ...(isLate && { late: 'true' }),
    ...(status && { status }),
    ...(search && { search }),
  }
}

export type OrderSort = (typeof staffOrderSorts)[number]

/** Orders that wait for an answer begin with the latest; others with the newest. */
export function parseOrderSort({ get }: Pick<PageState, 'get'>): OrderSort {
  const sort = get('sort')
  if (sort === 'deadline' || sort === '-deadline') return sort
  const { status, late } = parseOrderFilter({ get })
  return late || status === 'pending' ? 'deadline' : '-deadline'
}
