import { type RefObject, useEffect, useRef } from 'react'
import { hostToasts } from '../toasts.ts'

interface Parts {
  /** Takes the focus when the dialog opens; by default the first control does. Content that loads later may take it. */
  heading: RefObject<HTMLElement | null>
  /** Shows the toasts while the dialog is open. */
  toastSlot: RefObject<HTMLElement | null>
}

/** Returns a ref that opens its dialog as modal while mounted; the focus then returns to the element that opened it. */
export function useModal(parts?: Parts) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = parts?.heading
  const toastSlot = parts?.toastSlot
  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    if (!element) return
    element.showModal()
    heading?.current?.focus()
    lockPage()
    const releaseToasts = hostToasts(toastSlot?.current ?? element)
    return () => {
      releaseToasts()
      element.close()
      unlockPage()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [heading, toastSlot])
  return dialog
}

/** Stops the page from scrolling. Dialogs cover the place of its scrollbar, which the page leaves empty (dialog.css). */
function lockPage(): void {
  const root = document.documentElement
  if (root.classList.contains('is-locked')) return
  const pageWidth = root.clientWidth
  root.classList.add('is-locked')
  root.style.setProperty('--scrollbar', `${root.clientWidth - pageWidth}px`)
}

function unlockPage(): void {
  // Another modal dialog may still be open.
  if (document.querySelector('dialog[open]')) return
  document.documentElement.classList.remove('is-locked')
  document.documentElement.style.removeProperty('--scrollbar')
}
