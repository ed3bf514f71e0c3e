/** Calls between being counted and being written down, so that a burst cannot outrun the counting. */
export interface InFlightCounter {
  /**
   * Lets an id in under a key; `ahead` are the other ids that came in before it and have not left, `calls` all calls that
   * have not, copies of its own id too.
   */
  enter(key: string, id: string): { ahead: string[]; calls: number; leave(): void }
}

/** Exact within one process; several processes overshoot by what each of them has under way. */
export function createInFlightCounter(): InFlightCounter {
  const inFlight = new Map<string, string[]>()
  return {
    enter(key, id) {
      const ids = inFlight.get(key) ?? []
      const ahead = [...new Set(ids)].filter((other) => other !== id)
      const calls = ids.length
      inFlight.set(key, ids)
      ids.push(id)
      return { ahead, calls, leave: () => leave(key, id) }
    },
  }

  function leave(key: string, id: string): void {
    const ids = inFlight.get(key) ?? []
    ids.splice(ids.indexOf(id), 1)
    if (ids.length === 0) inFlight.delete(key)
  }
}
