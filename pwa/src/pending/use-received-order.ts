import { useCallback, useEffect, useState } from 'react'
import type { OutboxDatabase } from '../outbox/database.ts'
import { type OpenIds, readOpenIds } from '../outbox/queue.ts'

/** Milliseconds for which the bar check shows that the shop has the order. */
const VISIBLE_MS = 8_000
/** Milliseconds of the animation that removes it (bar-check.css). */
const LEAVE_MS = 240

/** An order that the shop has just received. */
export interface ReceivedOrder {
  id: string
  /** Milliseconds since the epoch. */
  hideAt: number
}

/** Reads the open orders and the received one at the same moment: between two reads an order would be neither. */
export const readShownOrders = (
  db: OutboxDatabase,
): Promise<{ openIds: OpenIds; received: ReceivedOrder | undefined }> =>
  db.transaction('r', db.outbox, async () => ({ openIds: await readOpenIds(db), received: await readReceived(db) }))

/** Reads the newest order if it was sent within the last seconds: a reload and other tabs show it too. */
async function readReceived({ outbox }: OutboxDatabase): Promise<ReceivedOrder | undefined> {
  const now = Date.now()
  const newest = await outbox.orderBy('seq').last()
  if (newest?.state !== 'sent') return undefined
  const hideAt = (newest.sentAt ?? 0) + VISIBLE_MS
  return hideAt > now && hideAt <= now + VISIBLE_MS ? { id: newest.id, hideAt } : undefined
}

/** Returns the id of the received order until its time is over or it was opened. Focus and hover hold it. */
export function useReceivedOrder(received: ReceivedOrder | undefined) {
  const [ended, setEnded] = useState<{ id: string; isGone: boolean }>()
  const [isHeld, setIsHeld] = useState(false)
  const current = ended?.id === received?.id ? ended : undefined

  useEffect(() => {
    if (!received || isHeld || current?.isGone) return
    const { id, hideAt } = received
    const timer = setTimeout(
      () => setEnded({ id, isGone: current !== undefined }),
      current ? LEAVE_MS : Math.max(0, hideAt - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [received, current, isHeld])

  /** A slip that is removed under the focus or the mouse, by the page that it opens, gets no event that ends the hold. */
  const endHoldOnRemoval = useCallback(() => () => setIsHeld(false), [])

  return {
    receivedId: current?.isGone ? undefined : received?.id,
    isLeaving: current !== undefined,
    dismiss: () => received && setEnded({ id: received.id, isGone: true }),
    holdHandlers: {
      ref: endHoldOnRemoval,
      onFocus: () => setIsHeld(true),
      onBlur: () => setIsHeld(false),
      // Not on pointerenter: the check may appear under a mouse that does not move.
      onPointerMove: () => setIsHeld(true),
      onPointerLeave: () => setIsHeld(false),
    },
  }
}
