import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askAnew } from '../accounts/mine.ts'
import { openIds } from '../outbox/queue.ts'
import { useLive } from '../outbox/use-live.ts'

/** Shows nothing: when a request waits no more, whatever became of it, the cart is asked for anew. */
export function FollowOutbox() {
  const client = useQueryClient()
  const live = useLive(openIds)
  const open = live.state === 'read' ? live.value : undefined
  const before = useRef(open)
  useEffect(() => {
    const { pending = [], attention = [] } = before.current ?? {}
    before.current = open
    if (!open) return
    const hasLeft =
      pending.some((id) => !open.pending.includes(id)) || attention.some((id) => !open.attention.includes(id))
    if (hasLeft) void askAnew(client, 'cart')
  }, [open, client])
  return null
}
