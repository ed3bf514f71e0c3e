/** Milliseconds after which a browser that is never idle is taken for idle. */
const IDLE_MS = 4_000

/** Runs it when nothing else is to be done. Returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, IDLE_MS / 2)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_MS })
  return () => cancelIdleCallback(handle)
}

export const idle = (): Promise<void> => new Promise((resolve) => void whenIdle(resolve))

/** Milliseconds after the page has loaded that are the person's alone: what is fetched for later meets none of their first touches. */
const FIRST_TOUCHES_MS = 3_000

/** Resolves when the page stands still and its first moments are over. */
export async function calm(): Promise<void> {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const left = (arrival?.loadEventEnd ?? 0) + FIRST_TOUCHES_MS - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  await idle()
}
