import type { ErrorCode } from '@tsedra/contract/errors'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getCurrentUser } from '../session/current-user.ts'
import { useApiErrorText } from '../accounts/api-error-text.ts'
import { refreshCurrentUser } from '../accounts/session.ts'
import { showToast } from '../shared/toasts.ts'
import { ApiError } from '../shared/api.ts'

/**
 * Sends one change of the account at a time. Returns whether it is in flight, and the error text of the last one.
 *
 * @param customTexts replace the usual text of an error code
 */
export function useAccountChange(customTexts: Partial<Record<ErrorCode, string>> = {}) {
  const t = useTranslations('refused')
  const errorText = useApiErrorText()
  const [busy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string>()
  return { busy, errorMessage, change }

  async function change(operation: () => Promise<void>): Promise<void> {
    setBusy(true)
    setErrorMessage(undefined)
    try {
      await operation()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      // The API demands a recent sign-in from an account without a password.
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
