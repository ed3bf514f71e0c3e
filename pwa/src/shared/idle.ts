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
