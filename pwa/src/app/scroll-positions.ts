const KEY = 'tsedra.scroll'

/** How long a page may take to show the content of its scroll position, in ms. */
const RESTORE_TIMEOUT_MS = 3_000
/** By how much a page may be shorter than before, in pixels: text wraps otherwise, and bars of the browser come and go. */
const TOLERANCE_PX = 50

interface Position {
  /** In pixels. */
  top: number
  /** Pixels of the page below the viewport. */
  below: number
}

/**
 * Scroll position of each history entry. Kept for reloads: the pages of the service worker have no content for the browser to
 * restore its own position in.
 */
const positions = new Map<string, Position>(readPositions())

function readPositions(): [string, Position][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Position][]
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
  positions.set(key, { top: scrollY, below: measureBelow(scrollY) })
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

const measureBelow = (top: number): number => document.documentElement.scrollHeight - innerHeight - top

/**
 * Scrolls to the stored position, once the page shows its content there and unless the visitor scrolls first: a page that is
 * shorter would move under the visitor. Returns a function that stops it.
 */
export function restorePosition(key: string): () => void {
  const { top, below } = positions.get(key) ?? { top: 0, below: 0 }
  const deadlineMs = performance.now() + RESTORE_TIMEOUT_MS
  const isComplete = () =>
    top === 0 ||
    (!document.querySelector('#main .sk') && measureBelow(top) >= Math.min(below, innerHeight) - TOLERANCE_PX)
  const scroll = (position: number) => scrollTo({ top: position, behavior: 'instant' })
  let isDue = isComplete()
  let frame = 0
  const scrollWhenDue = () => {
    if (scrollY > 0) return
    if (isDue) return scroll(top)
    // A frame later: what moves in the frame of a scroll would be a layout shift.
    isDue = isComplete() || performance.now() > deadlineMs
    frame = requestAnimationFrame(scrollWhenDue)
  }
  scroll(isDue ? top : 0)
  if (!isDue) scrollWhenDue()
  return () => cancelAnimationFrame(frame)
}
