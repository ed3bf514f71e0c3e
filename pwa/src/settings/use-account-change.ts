import type { ErrorCode } from '@tsedra/contract/errors'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getCurrentUser } from '../session/current-user.ts'
import { useApiErrorText } from '../accounts/api-error-text.ts'
import { refreshCurrentUser } from '../accounts/session.ts'
import { showToast } from '../shared/toasts.ts'
import { ApiError } from '../shared/api.ts'

/**
 * One change at a time that the shop has to agree to: whether it is under way, and in words why it was refused.
 *
 * @param customTexts words for refusals that mean something special here
 */
export function useAccountChange(customTexts: Partial<Record<ErrorCode, string>> = {}) {
  const t = useTranslations('refused')
  const errorText = useApiErrorText()
  const [busy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string>()
  return { busy, refused: errorMessage, change }

  async function change(operation: () => Promise<void>): Promise<void> {
    setBusy(true)
    setErrorMessage(undefined)
    try {
      await operation()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      // Who has no password is asked to have signed in a moment ago.
      const isSignInStale = code === 'password_wrong' && !getCurrentUser()?.user.hasPassword
      setErrorMessage(isSignInStale ? t('fresh') : ((code && customTexts[code]) ?? errorText(error)))
      if (code === 'unauthorized') {
        showToast({ kind: 'bad', title: errorText(error) })
        await refreshCurrentUser()
      }
    } finally {
      setBusy(false)
    }
  }
}
