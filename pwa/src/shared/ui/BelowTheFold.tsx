import { type ReactNode, useDeferredValue } from 'react'
import { useNavigationType } from '../router/Router.tsx'

/**
 * Defers its children, which are below the fold, to a time-sliced render after the rest of the screen. Back navigation
 * renders them at once, because restoring the scroll position needs the full height.
 */
export function BelowTheFold({ children }: { children: ReactNode }) {
  const navigationType = useNavigationType()
  return useDeferredValue(true, navigationType === 'POP') && children
}
