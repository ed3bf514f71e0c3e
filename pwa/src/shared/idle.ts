/** Milliseconds after which a browser that is never idle counts as idle. */
const IDLE_TIMEOUT_MS = 4_000

/** Calls `run` when the browser is idle. Returns a function that cancels it. */
export function runWhenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, IDLE_TIMEOUT_MS / 2)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}

export const waitUntilIdle = (): Promise<void> => new Promise((resolve) => void runWhenIdle(resolve))

/** Lets the browser handle input and draw; a continuation of `scheduler.yield` comes before other tasks. */
export const yieldToMain = (): Promise<void> =>
  globalThis.scheduler?.yield?.() ?? new Promise((resolve) => void setTimeout(resolve))

/** Milliseconds after the load event without background fetches, so that they do not delay the first interactions. */
const FIRST_INTERACTIONS_MS = 3_000

/** Resolves when the page is idle, FIRST_INTERACTIONS_MS are over, and no service worker is fetching the shell. */
export async function waitUntilSettled(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const remainingMs = (navigation?.loadEventEnd ?? 0) + FIRST_INTERACTIONS_MS - performance.now()
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs))
  await waitForWorkerInstall()
  await waitUntilIdle()
}

/** Waits for the service worker to install: without the complete shell the shop does not open offline. */
async function waitForWorkerInstall(): Promise<void> {
  // Absent on insecure pages.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const worker = (await container?.getRegistration())?.installing
  if (worker?.state !== 'installing') return
  await new Promise((done) => worker.addEventListener('statechange', done, { once: true }))
}
