import { useQueryClient } from '@tanstack/react-query'
import { ADMIN } from './admin-query.ts'
import { type Said, useAdminAsk } from './use-admin-ask.ts'

/**
 * One change at a time that the shop has to agree to. Afterwards every list is asked for anew; a refusal is a notice.
 *
 * `change` never throws: it answers what the shop answered, or the error.
 *
 * @param onDone what else is to happen after each change that was taken
 */
export function useAdminChange(onDone?: () => void) {
  const client = useQueryClient()
  const { busy, ask } = useAdminAsk()
  return { busy, change }

  async function change<T>(work: () => Promise<T>, said: Said): Promise<{ answer: T } | { error: unknown }> {
    const outcome = await ask(work, said)
    if ('answer' in outcome) onDone?.()
    void client.invalidateQueries({ queryKey: [ADMIN] })
    return outcome
  }
}
