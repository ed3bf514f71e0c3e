import { useEffect, useEffectEvent, useState } from 'react'
import { openOrderDialog } from '../shared/order-dialog-state.ts'
import { closeOverlay } from '../shared/overlay-state.ts'
import type { CartLineData } from './cart-lines.ts'
import { useIsChanging } from './pending-changes.ts'

export interface CheckOut {
  isRequested: boolean
  /** Whether a requested check-out waits for pending changes. */
  isWaiting: boolean
  request: () => void
}

/**
 * Opens the order dialog with these lines once no change is pending: a change that arrives after the order would add
 * ordered lines again.
 */
export function useCheckOut(availableLines: readonly CartLineData[]): CheckOut {
  const isChanging = useIsChanging()
  const [isRequested, setIsRequested] = useState(false)
  const onReady = useEffectEvent(() => checkOut(availableLines))
  useEffect(() => {
    if (isRequested && !isChanging) onReady()
  }, [isRequested, isChanging])
  return { isRequested, isWaiting: isRequested && isChanging, request: () => setIsRequested(true) }
}

function checkOut(lines: readonly CartLineData[]): void {
  closeOverlay()
  const items = lines.map(({ product: { id, slug }, packageSize, quantity }) => ({
    productId: id,
    slug,
    packageSize,
    quantity,
  }))
  openOrderDialog({ items, from: 'cart' })
}
