const KEY = 'tsedra.scroll'

/** How long a page may take to become long enough for its scroll position, in ms. */
const RESTORE_TIMEOUT_MS = 5_000

/**
 * Scroll position of each history entry, in pixels. Kept for reloads: the pages of the service worker have no content for the
 * browser to restore its own position in.
 */
const positions = new Map<string, number>(readPositions())

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

function writePositions(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]))
  } catch {
    // Without storage a reload begins at the top.
  }
}

export function savePosition(key: string): void {
  positions.set(key, scrollY)
}

/** Saves the position of the current entry at each scroll. Returns a function that stops it. */
export function trackPosition(key: string): () => void {
  const onScroll = () => savePosition(key)
  // Phones end a hidden page without further events. The last scroll may not have had its event yet.
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') return
    savePosition(key)
    writePositions()
  }
  addEventListener('scroll', onScroll, { passive: true })
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    removeEventListener('scroll', onScroll)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

/**
 * Scrolls to the stored position, once the page is long enough for it and unless the visitor scrolls first. Returns a function
 * that stops it.
 */
export function restorePosition(key: string): () => void {
  const top = positions.get(key) ?? 0
  const stop = new AbortController()
  const { signal } = stop
  const scroll = () => {
    scrollTo({ top, behavior: 'instant' })
    if (document.documentElement.scrollHeight - innerHeight >= top) stop.abort()
  }
  scroll()
  if (!signal.aborted) {
    const observer = new ResizeObserver(scroll)
    observer.observe(document.documentElement)
    signal.addEventListener('abort', () => observer.disconnect())
    for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(type, () => stop.abort(), { signal, passive: true })
    setTimeout(() => stop.abort(), RESTORE_TIMEOUT_MS)
  }
  return () => stop.abort()
}
