import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets `--panel-height`, in pixels: from below the field to the bottom of the screen or the on-screen keyboard. A press on
 * the panel leaves the focus in the input.
 */
export function usePanel(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport
    if (!isOpen || !viewport) return undefined
    const element = panel.current
    const keepFocus = (event: Event) => event.preventDefault()
    const measure = () => {
      const height = viewport.offsetTop + viewport.height - (element?.getBoundingClientRect().top ?? 0)
      element?.style.setProperty('--panel-height', `${Math.floor(height)}px`)
    }
    measure()
    element?.addEventListener('mousedown', keepFocus)
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      element?.removeEventListener('mousedown', keepFocus)
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
    }
  }, [panel, isOpen])
}
