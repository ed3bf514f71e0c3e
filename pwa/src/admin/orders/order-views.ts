import type { OrderFilter } from './order-filter.ts'

/** Saved views of the list, as parameters of its address. */
const viewParams = {
  new: { status: 'pending' },
  confirmed: { status: 'confirmed' },
  late: { late: 'true' },
  all: {},
} as const

export type OrderView = keyof typeof viewParams
export const orderViews = ['new', 'confirmed', 'late', 'all'] as const satisfies readonly OrderView[]

/** Returns undefined for a status without a view. */
export function getOrderView({ status, late }: OrderFilter): OrderView | undefined {
  if (late) return 'late'
  if (status === undefined) return 'all'
  return status === 'pending' ? 'new' : status === 'confirmed' ? 'confirmed' : undefined
}

/** Returns the address of a view with the search and the days of the current one. */
export function getViewAddress(view: OrderView, current: URLSearchParams): string {
  const params = new URLSearchParams(viewParams[view])
  for (const name of ['search', 'from', 'to']) {
    const value = current.get(name)
    if (value) params.set(name, value)
  }
  const query = params.toString()
  return `/admin/orders${query && `?${query}`}`
}
