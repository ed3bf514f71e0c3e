import { useEffect, useRef } from 'react'
import { hostToasts } from '../toasts.ts'

/** Returns a ref that opens its dialog as modal while mounted; the focus then returns to the element that opened it. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    if (!element) return
    element.showModal()
    document.documentElement.classList.add('is-locked')
    const releaseToasts = hostToasts(element)
    return () => {
      releaseToasts()
      element.close()
      // Another modal dialog may still be open.
      if (!document.querySelector('dialog[open]')) document.documentElement.classList.remove('is-locked')
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return dialog
}
