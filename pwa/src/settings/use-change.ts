import type { ErrorCode } from '@tsedra/contract/errors'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { currentPerson } from '../session/person.ts'
import { useRefusalWords } from '../accounts/refusal-words.ts'
import { askWhoIsSignedIn } from '../accounts/session.ts'
import { notify } from '../shared/notices.ts'
import { ApiRefusal } from '../shared/api.ts'

/**
 * One change at a time that the shop has to agree to: whether it is under way, and in words why it was refused.
 *
 * @param own words for refusals that mean something special here
 */
export function useChange(own: Partial<Record<ErrorCode, string>> = {}) {
  const t = useTranslations('refused')
  const words = useRefusalWords()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  return { busy, refused, change }

  async function change(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setRefused(undefined)
    try {
      await work()
    } catch (error) {
      const code = error instanceof ApiRefusal ? error.code : undefined
      // Who has no password is asked to have signed in a moment ago.
      const isStale = code === 'password_wrong' && !currentPerson()?.user.hasPassword
      setRefused(isStale ? t('fresh') : ((code && own[code]) ?? words(error)))
      if (code === 'unauthorized') {
        notify({ kind: 'bad', title: words(error) })
        await askWhoIsSignedIn()
      }
    } finally {
      setBusy(false)
    }
  }
}
