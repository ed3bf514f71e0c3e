import { type ReactNode, useDeferredValue } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * What nobody sees yet on a screen that begins at its top: drawn right after the rest of it, in slices. Going back needs
 * the whole length at once, to return to where one was.
 */
export function BelowTheFold({ children }: { children: ReactNode }) {
  const navigationType = useNavigationType()
  return useDeferredValue(true, navigationType === 'POP') && children
}
