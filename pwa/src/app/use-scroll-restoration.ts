import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '../shared/router/Router.tsx'
import { restorePosition, savePosition, trackPosition } from './scroll-positions.ts'

/**
 * Scrolls a new screen to its top and focuses it for screen readers; restores the scroll position on back navigation and
 * after a reload.
 *
 * Sorting, filtering and searching within a category replace the address without counting as a new screen.
 */
export function useScrollRestoration(): void {
  const { key, pathname, search } = useLocation()
  const navigationType = useNavigationType()
  const searchText = new URLSearchParams(search).get('search') ?? ''
  const screenKey = pathname === '/' ? pathname + searchText : pathname

  useEffect(() => {
    history.scrollRestoration = 'manual'
    // After a reload the browser restores the position in the server's content, before there is a script. A page of the service
    // worker has no content at that time: it would be scrolled while it is still too short.
    const onPageHide = () => {
      if (!navigator.serviceWorker?.controller) history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', onPageHide)
    return () => removeEventListener('pagehide', onPageHide)
  }, [])

  // Not in an effect after the paint: the jump to the top of the next screen would be stored for this one.
  useLayoutEffect(() => trackPosition(key), [key])

  const lastEntry = useRef<{ key: string; screenKey: string }>(undefined)
  useLayoutEffect(() => {
    const { current: previous } = lastEntry
    lastEntry.current = { key, screenKey }
    // Otherwise the browser has restored it, or the visitor has scrolled the server's content.
    if (!previous) return scrollY === 0 ? restorePosition(key) : undefined
    if (previous.key === key) return
    if (navigationType === 'REPLACE' && previous.screenKey === screenKey) return savePosition(key)
    if (navigationType === 'POP') return restorePosition(key)
    scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [key, screenKey, navigationType])
}
