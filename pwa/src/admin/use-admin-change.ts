import { useQueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '@tsedra/contract/errors'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../notices/notices.ts'
import { ApiRefusal } from '../shared/api.ts'
import { ADMIN } from './admin-query.ts'
import { hearRefusal } from './hear-refusal.ts'

/** Refusals that are said in words of their own; the rest is "An error occurred". */
const known = ['invalid_request', 'not_found', 'changed_meanwhile', 'too_many_requests', 'busy'] as const

interface Said {
  /** Told once it is done. */
  done?: string | undefined
  /** Words for refusals that mean something special here; null: the screen says it itself. */
  own?: Partial<Record<ErrorCode, string | null>>
}

/**
 * One change at a time that the shop has to agree to. Afterwards every list is asked for anew; a refusal is a notice.
 *
 * `change` never throws: it answers what the shop answered, or the error.
 *
 * @param onDone what else is to happen after each change that was taken
 */
export function useAdminChange(onDone?: () => void) {
  const t = useTranslations('admin')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  return { busy, change }

  async function change<T>(
    ask: () => Promise<T>,
    { done, own = {} }: Said,
  ): Promise<{ answer: T } | { error: unknown }> {
    setBusy(true)
    try {
      const answer = await ask()
      onDone?.()
      if (done) notify({ title: done })
      return { answer }
    } catch (error) {
      if (!hearRefusal(error)) {
        const text = words(error, own)
        if (text !== null) notify({ kind: 'bad', title: t('error'), text })
      }
      return { error }
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: [ADMIN] })
    }
  }

  function words(error: unknown, own: NonNullable<Said['own']>): string | null {
    if (!(error instanceof ApiRefusal)) return t('refused.unreachable')
    const special = own[error.code]
    if (special !== undefined) return special
    return t(`refused.${known.find((each) => each === error.code) ?? 'unknown'}`)
  }
}
