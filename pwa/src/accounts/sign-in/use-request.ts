import { useState } from 'react'
import { showToast } from '../../shared/toasts.ts'
import { useApiErrorText } from '../api-error-text.ts'

/**
 * Returns a function that sends one request at a time and shows a failure as a toast. `describeError` may return another
 * text for the toast, or null for no toast.
 *
 * @param title of the toast
 */
export function useRequest(title: string) {
  const errorText = useApiErrorText()
  const [busy, setBusy] = useState(false)
  return { request, busy, errorText }

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
}
