/** Counts requests between their arrival and their INSERT, so that a burst cannot outrun the rate limits. */
export interface InFlightCounter {
  /**
   * Registers an id under a key. `ahead` are the other ids that are in flight under the key, `calls` all requests in
   * flight under it, copies of the same id included.
   */
  enter(key: string, id: string): { ahead: string[]; calls: number; leave(): void }
}

/** Exact within one process; several processes together exceed the limits by their in-flight requests. */
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
