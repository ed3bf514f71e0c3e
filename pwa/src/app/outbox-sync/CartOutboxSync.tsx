import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { invalidateAccountData } from '../../session/account-data.ts'
import type { OpenIds } from '../../outbox/queue.ts'

/** Renders nothing: refetches the cart when an outbox entry has settled, with success or not. */
export function CartOutboxSync({ openIds }: { openIds: OpenIds | undefined }) {
  const client = useQueryClient()
  const previousOpenIds = useRef(openIds)
  useEffect(() => {
    const { pending = [], attention = [] } = previousOpenIds.current ?? {}
    previousOpenIds.current = openIds
    if (!openIds) return
    const hasSettled =
      pending.some((id) => !openIds.pending.includes(id)) || attention.some((id) => !openIds.attention.includes(id))
    if (hasSettled) void invalidateAccountData(client, 'cart')
  }, [openIds, client])
  return null
}
