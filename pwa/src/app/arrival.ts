import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** How far down each entry of the history was read. */
const read = new Map<string, number>()

/**
 * A new screen starts at its top and is announced; going back returns to where one was.
 *
 * Sorting, filtering and searching within a category change the address too, but are no arrival.
 */
export function useArrival(): void {
  const { key, pathname, search } = useLocation()
  const how = useNavigationType()
  const searched = new URLSearchParams(search).get('search') ?? ''
  const place = pathname === '/' ? pathname + searched : pathname

  useEffect(() => {
    history.scrollRestoration = 'manual'
    // After a reload the browser knows better than this page does.
    const leave = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])

  // Not after the paint: the jump to the top of the next screen would be taken for reading on this one.
  useLayoutEffect(() => {
    const remember = () => read.set(key, scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [key])

  const last = useRef({ key, place })
  useLayoutEffect(() => {
    const { current: before } = last
    last.current = { key, place }
    if (before.key === key) return
    if (how === 'REPLACE' && before.place === place) {
      read.set(key, scrollY)
      return
    }
    scrollTo({ top: how === 'POP' ? (read.get(key) ?? 0) : 0, behavior: 'instant' })
    if (how !== 'POP') document.getElementById('main')?.focus({ preventScroll: true })
  }, [key, place, how])
}
