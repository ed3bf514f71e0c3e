import { type ComponentType, createElement, type FunctionComponent, lazy } from 'react'

interface Lazily<Props> extends FunctionComponent<Props> {
  /**
   * Fetches the part before it is shown for the first time, and never later: then nothing waits in its place. A fallback
   * that was shown once stays for 300 ms, however soon the part is there (React's throttle of Suspense).
   */
  ahead: () => Promise<void>
}

/** How every part there is so far is fetched: a part may bring others. */
const parts = new Set<() => Promise<unknown>>()

/** For what is fetched by other means than `lazily`: see `fetchEveryPart`. */
export const neededLater = (load: () => Promise<unknown>): void => void parts.add(load)

/** A part that is run, not shown: fetched when it is first wanted, and once. One that did not arrive is asked for again. */
export function whenWanted<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | undefined
  const fetched = () => {
    part ??= load()
    part.catch(() => (part = undefined))
    return part
  }
  neededLater(fetched)
  return fetched
}

/** Heard when a part that is to be shown did not come. */
export const MISSING_PART = 'tsedra:missing-part'

/** What to do so that each part that did not arrive is asked for again. */
const failed = new Set<() => void>()

/**
 * A part of the page that is fetched when it is first shown; the nearest Suspense waits for it.
 *
 * React remembers a fetch that failed for ever; see `askAgain`.
 *
 * @param forFew most people never see it: it is not among what every open tab fetches (`fetchEveryPart`)
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { forFew = false } = {},
): Lazily<Props> {
  let shown = false
  const fetched = () =>
    lazy<ComponentType<Props>>(async () => {
      shown = true
      try {
        return { default: await load() }
      } catch (error) {
        failed.add(() => {
          Part = fetched()
        })
        dispatchEvent(new Event(MISSING_PART))
        throw error
      }
    })
  let Part: ComponentType<Props> | ReturnType<typeof fetched> = fetched()
  const ahead = async () => {
    const loaded = await load()
    // What is on the screen keeps its state: React would take another type for another part.
    if (!shown) Part = loaded
  }
  if (!forFew) neededLater(ahead)
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

/**
 * Fetches whatever was not shown yet, one part after the other: after that an open tab asks the server for no file any
 * more, and a deploy takes none away from it (infra/decisions/0017-service-worker.md).
 *
 * @param pause comes between two parts: each is run as it arrives
 */
export async function fetchEveryPart(pause: () => Promise<void>): Promise<void> {
  // A set hands out also what is added on the way.
  for (const load of parts) {
    await pause()
    await load().catch(() => {})
  }
}
