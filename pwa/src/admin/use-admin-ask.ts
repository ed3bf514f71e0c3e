import type { ErrorCode } from '@tsedra/contract/errors'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../shared/notices.ts'
import { ApiRefusal } from '../shared/api.ts'
import { hearRefusal } from './hear-refusal.ts'

/** Refusals that are said in words of their own; the rest is "An error occurred". */
const known = ['invalid_request', 'not_found', 'changed_meanwhile', 'too_many_requests', 'busy'] as const

export interface Said {
  /** Told once it is done. */
  done?: string | undefined
  /** Words for refusals that mean something special here; null: the screen says it itself. */
  own?: Partial<Record<ErrorCode, string | null>>
}

/**
 * One thing at a time that the shop is asked for; a refusal is a notice.
 *
 * `ask` never throws: it answers what the shop answered, or the error.
 */
export function useAdminAsk() {
  const t = useTranslations('admin')
  const [busy, setBusy] = useState(false)
  return { busy, ask }

  async function ask<T>(
    work: () => Promise<T>,
    { done, own = {} }: Said = {},
  ): Promise<{ answer: T } | { error: unknown }> {
    setBusy(true)
    try {
      const answer = await work()
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
    }
  }

  function words(error: unknown, own: NonNullable<Said['own']>): string | null {
    if (!(error instanceof ApiRefusal)) return t('refused.unreachable')
    const special = own[error.code]
    if (special !== undefined) return special
    return t(`refused.${known.find((each) => each === error.code) ?? 'unknown'}`)
  }
}
