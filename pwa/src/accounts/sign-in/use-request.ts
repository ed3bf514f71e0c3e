import { useState } from 'react'
import { showToast } from '../../shared/toasts.ts'
import { useApiErrorText } from '../api-error-text.ts'

/**
 * One question to the shop at a time. What it refuses is said in a notice, unless `refused`
 * has other words for it, or null: nothing is to be said.
 *
 * @param title of the notice
 */
export function useRequest(title: string) {
  const errorText = useApiErrorText()
  const [busy, setBusy] = useState(false)

  async function request<T>(
    operation: () => Promise<T>,
    onSuccess: (response: T) => void | Promise<void>,
    describeError: (error: unknown) => string | null | undefined = () => undefined,
  ): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await onSuccess(await operation())
    } catch (error) {
      const text = describeError(error)
      if (text !== null) showToast({ kind: 'bad', title, text: text ?? errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return { ask: request, busy, words: errorText }
}
