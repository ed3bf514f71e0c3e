import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askAnew } from '../../session/mine.ts'
import type { OpenIds } from '../../outbox/queue.ts'

/** Shows nothing: when a request waits no more, whatever became of it, the cart is asked for anew. */
export function FollowOutbox({ open }: { open: OpenIds | undefined }) {
  const client = useQueryClient()
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
