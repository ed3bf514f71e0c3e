/** Milliseconds after which a browser that is never idle is taken for idle. */
const IDLE_TIMEOUT_MS = 4_000

/** Runs it when nothing else is to be done. Returns how to call it off. */
export function runWhenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, IDLE_TIMEOUT_MS / 2)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}

export const waitUntilIdle = (): Promise<void> => new Promise((resolve) => void runWhenIdle(resolve))

/** Milliseconds after the page has loaded that are the person's alone: what is fetched for later meets none of their first touches. */
const FIRST_INTERACTIONS_MS = 3_000

/** Resolves when the page stands still, its first moments are over, and no service worker is fetching the shell. */
export async function waitUntilSettled(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const remainingMs = (navigation?.loadEventEnd ?? 0) + FIRST_INTERACTIONS_MS - performance.now()
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs))
  await waitForWorkerInstall()
  await waitUntilIdle()
}

/** Without its shell the shop does not open offline at all: the worker that fetches it has the line to itself. */
async function waitForWorkerInstall(): Promise<void> {
  // Absent on insecure pages.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const worker = (await container?.getRegistration())?.installing
  if (worker?.state !== 'installing') return
  await new Promise((done) => worker.addEventListener('statechange', done, { once: true }))
}
