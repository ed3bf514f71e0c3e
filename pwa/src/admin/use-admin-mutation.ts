import { useQueryClient } from '@tanstack/react-query'
import { ADMIN_QUERY_KEY } from './use-admin-query.ts'
import { type RequestMessages, useAdminRequest } from './use-admin-request.ts'

/**
 * One change at a time that the shop has to agree to. Afterwards every list is asked for anew; a refusal is a notice.
 *
 * `change` never throws: it answers what the shop answered, or the error.
 *
 * @param onSuccess what else is to happen after each change that was taken
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
