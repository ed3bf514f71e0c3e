import { type ComponentType, createElement, type FunctionComponent, lazy } from 'react'

interface Lazily<Props> extends FunctionComponent<Props> {
  /**
   * Fetches the part before it is shown for the first time, and never later: then nothing waits in its place. A fallback
   * that was shown once stays for 300 ms, however soon the part is there (React's throttle of Suspense).
   */
  ahead: () => Promise<void>
}

/** What to do so that each part that did not arrive is asked for again. */
const failed = new Set<() => void>()

/**
 * A part of the page that is fetched when it is first shown; the nearest Suspense waits for it.
 *
 * React remembers a fetch that failed for ever; see `askAgain`.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazily<Props> {
  const fetched = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failed.add(() => {
          Part = fetched()
        })
        throw error
      }
    })
  let Part: ComponentType<Props> | ReturnType<typeof fetched> = fetched()
  // The props are the part's own; only React's types cannot see it through `lazy`.
  return Object.assign((props: Props) => createElement(Part as ComponentType<Props>, props), {
    async ahead() {
      Part = await load()
    },
  })
}

/** After a failure has been shown, and not before: what did not arrive is fetched anew the next time it is shown. */
export function askAgain(): void {
  for (const again of failed) again()
  failed.clear()
}
