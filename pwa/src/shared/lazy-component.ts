import { type ComponentType, createElement, type FunctionComponent, lazy } from 'react'

interface LazyComponent<Props> extends FunctionComponent<Props> {
  /**
   * Fetches the part before it is shown for the first time, and never later: then nothing waits in its place. A fallback
   * that was shown once stays for 300 ms, however soon the part is there (React's throttle of Suspense).
   */
  preload: () => Promise<void>
}

/** How every part there is so far is fetched: a part may bring others. */
const preloaders = new Set<() => Promise<unknown>>()

/** For what is fetched by other means than `lazily`: see `fetchEveryPart`. */
export const registerPreload = (load: () => Promise<unknown>): void => void preloaders.add(load)

/** A part that is run, not shown: fetched when it is first wanted, and once. One that did not arrive is asked for again. */
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

/** Heard when a part that is to be shown did not come. */
export const CHUNK_FAILED_EVENT = 'tsedra:chunk-failed'

/** What to do so that each part that did not arrive is asked for again. */
const retries = new Set<() => void>()

/**
 * A part of the page that is fetched when it is first shown; the nearest Suspense waits for it.
 *
 * React remembers a fetch that failed for ever; see `askAgain`.
 *
 * @param forFew most people never see it: it is not among what every open tab fetches (`fetchEveryPart`)
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
    // What is on the screen keeps its state: React would take another type for another part.
    if (!isShown) Current = component
  }
  if (!isRarelyUsed) registerPreload(preload)
  // The props are the part's own; only React's types cannot see it through `lazy`.
  return Object.assign((props: Props) => createElement(Current as ComponentType<Props>, props), {
    async preload() {
      Current = await load()
    },
  })
}

/** After a failure has been shown, and not before: what did not arrive is fetched anew the next time it is shown. */
export function retryFailedChunks(): void {
  for (const retry of retries) retry()
  retries.clear()
}

/**
 * Fetches whatever was not shown yet, one part after the other: after that an open tab asks the server for no file any
 * more, and a deploy takes none away from it (infra/decisions/0017-service-worker.md).
 *
 * @param waitBetween comes between two parts: each is run as it arrives
 */
export async function preloadAllChunks(waitBetween: () => Promise<void>): Promise<void> {
  // A set hands out also what is added on the way.
  for (const load of preloaders) {
    await waitBetween()
    await load().catch(() => {})
  }
}
