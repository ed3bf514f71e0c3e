import { navigate as setLocation, useLocationProperty } from 'wouter/use-browser-location'

/** How the browser reached the current history entry. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

/** What a history entry stores. Former builds wrote the same names, and an open tab outlives a build. */
export interface StoredState {
  /** The caller's state. */
  usr: unknown
  key: string
  /** Number of entries of this tab before this one: above zero, "back" stays in the shop. */
  idx: number
}

export interface NavigateOptions {
  /** Replaces the current history entry instead of adding one. By default only for the current address. */
  replace?: boolean | undefined
  state?: unknown
}

/**
 * How the browser reached the first entry. A first visit replaces the server's content: it has no scroll position to restore,
 * unless the visitor has scrolled that content.
 */
function readFirstNavigationType(): NavigationType {
  const [navigation] = globalThis.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isFirstVisit = navigation?.type === 'navigate' && document.querySelector('.first') !== null
  return isFirstVisit && scrollY === 0 ? 'PUSH' : 'POP'
}

let navigationType = readFirstNavigationType()
const readNavigationType = () => navigationType

export const useNavigationType = (): NavigationType => useLocationProperty(readNavigationType, readNavigationType)

/** Gives a history entry that the browser created a key of its own, which reloads keep. To be called before rendering. */
export function identifyHistoryEntry(): void {
  if ((history.state as Partial<StoredState> | null)?.key) return
  history.replaceState({ usr: null, key: createKey(), idx: 0 } satisfies StoredState, '')
}

const createKey = () => Math.random().toString(36).slice(2, 10)

/** Returns a function that stops it. The listener has to be added before those of wouter, which render. */
export function listenToPopState(): () => void {
  const onPopState = () => {
    navigationType = 'POP'
  }
  addEventListener('popstate', onPopState)
  return () => removeEventListener('popstate', onPopState)
}

/** Navigates to an absolute path, or by a number of history entries. */
export function navigate(to: string | number, options: NavigateOptions = {}): void {
  if (typeof to === 'number') return history.go(to)
  // A path that begins with two slashes would be an address on another host.
  const path = to.replace(/^\/{2,}/, '/')
  const { replace = path === location.pathname + location.search + location.hash, state: usr = null } = options
  const { idx = 0 } = (history.state ?? {}) as Partial<StoredState>
  navigationType = replace ? 'REPLACE' : 'PUSH'
  const state: StoredState = { usr, key: createKey(), idx: replace ? idx : idx + 1 }
  try {
    setLocation(path, { replace, state })
  } catch (error) {
    // Safari throws after a hundred entries within seconds; then the browser loads the page.
    if (replace || (error instanceof DOMException && error.name === 'DataCloneError')) throw error
    location.assign(path)
  }
}
