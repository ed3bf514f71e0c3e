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

/** Resolves when the page stands still, its first moments are over, and no service worker is fetching the shell. */
export async function calm(): Promise<void> {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const left = (arrival?.loadEventEnd ?? 0) + FIRST_TOUCHES_MS - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  await installed()
  await idle()
}

/** Without its shell the shop does not open offline at all: the worker that fetches it has the line to itself. */
async function installed(): Promise<void> {
  // Absent on insecure pages.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const worker = (await workers?.getRegistration())?.installing
  if (worker?.state !== 'installing') return
  await new Promise((done) => worker.addEventListener('statechange', done, { once: true }))
}
