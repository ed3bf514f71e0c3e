import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '../shared/router/Router.tsx'

/** Scroll position of each history entry, in pixels. */
const scrollPositions = new Map<string, number>()

/**
 * Scrolls a new screen to its top and focuses it for screen readers; restores the scroll position on back navigation.
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
    // After a reload the browser restores the position itself.
    const onPageHide = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', onPageHide)
    return () => removeEventListener('pagehide', onPageHide)
  }, [])

  // Not in an effect after the paint: the jump to the top of the next screen would be stored for this one.
  useLayoutEffect(() => {
    const savePosition = () => scrollPositions.set(key, scrollY)
    addEventListener('scroll', savePosition, { passive: true })
    return () => removeEventListener('scroll', savePosition)
  }, [key])

  const lastEntry = useRef({ key, screenKey })
  useLayoutEffect(() => {
    const { current: previous } = lastEntry
    lastEntry.current = { key, screenKey }
    if (previous.key === key) return
    if (navigationType === 'REPLACE' && previous.screenKey === screenKey) {
      scrollPositions.set(key, scrollY)
      return
    }
    scrollTo({ top: navigationType === 'POP' ? (scrollPositions.get(key) ?? 0) : 0, behavior: 'instant' })
    if (navigationType !== 'POP') document.getElementById('main')?.focus({ preventScroll: true })
  }, [key, screenKey, navigationType])
}
