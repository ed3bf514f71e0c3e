import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** How far down each entry of the history was read. */
const scrollPositions = new Map<string, number>()

/**
 * A new screen starts at its top and is announced; going back returns to where one was.
 *
 * Sorting, filtering and searching within a category change the address too, but are no arrival.
 */
export function useScrollRestoration(): void {
  const { key, pathname, search } = useLocation()
  const navigationType = useNavigationType()
  const searchText = new URLSearchParams(search).get('search') ?? ''
  const screenKey = pathname === '/' ? pathname + searchText : pathname

  useEffect(() => {
    history.scrollRestoration = 'manual'
    // After a reload the browser knows better than this page does.
    const onPageHide = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', onPageHide)
    return () => removeEventListener('pagehide', onPageHide)
  }, [])

  // Not after the paint: the jump to the top of the next screen would be taken for reading on this one.
  useLayoutEffect(() => {
    const savePosition = () => scrollPositions.set(key, scrollY)
    addEventListener('scroll', savePosition, { passive: true })
    return () => removeEventListener('scroll', savePosition)
  }, [key])

  const lastEntry = useRef({ key, place: screenKey })
  useLayoutEffect(() => {
    const { current: previous } = lastEntry
    lastEntry.current = { key, place: screenKey }
    if (previous.key === key) return
    if (navigationType === 'REPLACE' && previous.place === screenKey) {
      scrollPositions.set(key, scrollY)
      return
    }
    scrollTo({ top: navigationType === 'POP' ? (scrollPositions.get(key) ?? 0) : 0, behavior: 'instant' })
    if (navigationType !== 'POP') document.getElementById('main')?.focus({ preventScroll: true })
  }, [key, screenKey, navigationType])
}
