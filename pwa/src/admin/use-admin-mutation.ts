import { useQueryClient } from '@tanstack/react-query'
import { ADMIN_QUERY_KEY } from './use-admin-query.ts'
import { type RequestMessages, useAdminRequest } from './use-admin-request.ts'

/**
 * Sends one change at a time, then invalidates every admin query; an error is shown as a toast.
 *
 * `mutate` never throws: it returns the response or the error.
 *
 * @param onSuccess called after each successful change
 */
export function useAdminMutation(onSuccess?: () => void) {
  const client = useQueryClient()
  const { busy, request } = useAdminRequest()
  return { busy, mutate }

  async function mutate<T>(
    send: () => Promise<T>,
    messages: RequestMessages,
  ): Promise<{ response: T } | { error: unknown }> {
    const result = await request(send, messages)
    if ('response' in result) onSuccess?.()
    void client.invalidateQueries({ queryKey: [ADMIN_QUERY_KEY] })
    return result
  }
}
