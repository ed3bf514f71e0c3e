import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'

/**
 * Returns the action of a key: moves to an option (undefined closes the list), or selects one. Only Enter or Space in the
 * open list selects. Undefined for unhandled keys.
 *
 * @param active the option selected by keyboard; undefined while the list is closed
 */
export function resolveStatusKey(
  key: string,
  active: OrderStatus | undefined,
  status: OrderStatus,
): { active: OrderStatus | undefined } | { choose: OrderStatus } | undefined {
  if (active === undefined) return key === 'ArrowDown' || key === 'ArrowUp' ? { active: status } : undefined
  const activeIndex = orderStatuses.indexOf(active)
  const activate = (index: number) => ({
    active: orderStatuses[Math.max(0, Math.min(orderStatuses.length - 1, index))],
  })
  switch (key) {
    case 'ArrowDown':
      return activate(activeIndex + 1)
    case 'ArrowUp':
      return activate(activeIndex - 1)
    case 'Home':
      return activate(0)
    case 'End':
      return activate(orderStatuses.length - 1)
    case 'Escape':
      return { active: undefined }
    case 'Enter':
    case ' ':
      return { choose: active }
    default:
      return undefined
  }
}
