import type { ErrorCode } from '@tsedra/contract/errors'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { showToast } from '../shared/toasts.ts'
import { ApiError } from '../shared/api.ts'
import { handleSessionError } from './handle-session-error.ts'

/** Error codes with a message of their own; the others are "An error occurred". */
const knownErrorCodes = [
  'invalid_request',
  'not_found',
  'changed_meanwhile',
  'synonyms_full',
  'templates_full',
  'too_many_requests',
  'busy',
] as const

export interface RequestMessages {
  /** Text of the toast on success. */
  successMessage?: string | undefined
  /** Messages for error codes; null when the page shows the error itself. */
  errorMessages?: Partial<Record<ErrorCode, string | null>>
}

/**
 * Sends one request at a time; an error is shown as a toast.
 *
 * `request` never throws: it returns the response or the error.
 */
export function useAdminRequest() {
  const t = useTranslations('admin')
  const [busy, setBusy] = useState(false)
  return { busy, request }

  async function request<T>(
    send: () => Promise<T>,
    { successMessage, errorMessages = {} }: RequestMessages = {},
  ): Promise<{ response: T } | { error: unknown }> {
    setBusy(true)
    try {
      const response = await send()
      if (successMessage) showToast({ title: successMessage })
      return { response }
    } catch (error) {
      if (!handleSessionError(error)) {
        const text = getErrorText(error, errorMessages)
        if (text !== null) showToast({ kind: 'bad', title: t('error'), text })
      }
      return { error }
    } finally {
      setBusy(false)
    }
  }

  function getErrorText(error: unknown, errorMessages: NonNullable<RequestMessages['errorMessages']>): string | null {
    if (!(error instanceof ApiError)) return t('refused.unreachable')
    const ownMessage = errorMessages[error.code]
    if (ownMessage !== undefined) return ownMessage
    return t(`refused.${knownErrorCodes.find((code) => code === error.code) ?? 'unknown'}`)
  }
}
