import { type ComponentType, createElement, type FunctionComponent, lazy } from 'react'

export interface LazyComponent<Props> extends FunctionComponent<Props> {
  /**
   * Fetches the component before it is first shown, and only then, so that no Suspense fallback appears. React keeps a
   * fallback on the screen for at least 300 ms.
   */
  preload: () => Promise<void>
}

/** Load functions of all chunks registered so far; a loaded chunk may register more. */
const preloaders = new Set<() => Promise<unknown>>()

/** Registers a load function for `preloadAllChunks`, for imports that do not use `lazyComponent`. */
export const registerPreload = (load: () => Promise<unknown>): void => void preloaders.add(load)

/** Returns a function that imports a module on first use and caches it. A failed import is retried on the next call. */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let module: Promise<Module> | undefined
  const loadOnce = () => {
    module ??= load()
    module.catch(() => (module = undefined))
    return module
  }
  registerPreload(loadOnce)
  return loadOnce
}

/** Dispatched when the chunk of a component that is to be shown failed to load. */
export const CHUNK_FAILED_EVENT = 'tsedra:chunk-failed'

/** Functions that recreate each failed lazy component. */
const retries = new Set<() => void>()

/**
 * Returns a component whose chunk is fetched when it is first shown; the nearest Suspense waits for it.
 *
 * `React.lazy` caches a rejected import; `retryFailedChunks` recreates it.
 *
 * @param forFew excludes the chunk from `preloadAllChunks`, because most users never need it
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { forFew: isRarelyUsed = false } = {},
): LazyComponent<Props> {
  let isShown = false
  const createLazy = () =>
    lazy<ComponentType<Props>>(async () => {
      isShown = true
      try {
        return { default: await load() }
      } catch (error) {
        retries.add(() => {
          Current = createLazy()
        })
        dispatchEvent(new Event(CHUNK_FAILED_EVENT))
        throw error
      }
    })
  let Current: ComponentType<Props> | ReturnType<typeof createLazy> = createLazy()
  const preload = async () => {
    const component = await load()
    // A mounted component keeps its state: React would remount it if its type changed.
    if (!isShown) Current = component
  }
  if (!isRarelyUsed) registerPreload(preload)
  // The props are those of the loaded component; React's types lose them in `lazy`.
  return Object.assign((props: Props) => createElement(Current as ComponentType<Props>, props), {
    async preload() {
      Current = await load()
    },
  })
}

/** Recreates the failed lazy components, so that they are fetched again when next shown. Call it after showing a failure. */
export function retryFailedChunks(): void {
  for (const retry of retries) retry()
  retries.clear()
}

/**
 * Preloads all chunks that were not shown yet, one after another: after that an open tab requests no file from the
 * server, so a deploy cannot remove one that it needs (infra/decisions/0017-service-worker.md).
 *
 * @param waitBetween called before each chunk: a chunk is evaluated when it arrives
 */
export async function preloadAllChunks(waitBetween: () => Promise<void>): Promise<void> {
  // Iterating a set includes entries that are added during the loop.
  for (const load of preloaders) {
    await waitBetween()
    await load().catch(() => {})
  }
}
