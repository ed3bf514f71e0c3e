import { useEffect, useRef } from 'react'
import { hostToasts } from '../toasts.ts'

/** A dialog in the top layer for as long as it is there; the focus goes back to what opened it. */
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
      // One may lie over another.
      if (!document.querySelector('dialog[open]')) document.documentElement.classList.remove('is-locked')
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return dialog
}
