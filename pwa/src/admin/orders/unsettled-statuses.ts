import type { OrderStatus } from '@tsedra/contract/orders'
import { createStore } from '../../shared/store.ts'

/**
 * Statuses that were sent and not confirmed yet. The list shows them over its rows: a refetch caused by another change
 * may still have the former status.
 */
const unsettledStatuses = createStore<ReadonlyMap<string, OrderStatus>>(new Map())

export const useUnsettledStatuses = unsettledStatuses.use

/** Shows statuses until the returned function is called. */
export function holdStatuses(changes: readonly { id: string; status: OrderStatus }[]): () => void {
  unsettledStatuses.set(
    new Map([...unsettledStatuses.get(), ...changes.map(({ id, status }) => [id, status] as const)]),
  )
  return () => {
    const released = new Map(unsettledStatuses.get())
    for (const { id, status } of changes) if (released.get(id) === status) released.delete(id)
    unsettledStatuses.set(released)
  }
}
