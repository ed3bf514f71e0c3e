/** Tracks changes in flight and discards reads that a change has overtaken. */
export function createInFlightChanges() {
  let changeCount = 0
  let settled: Promise<unknown> = Promise.resolve()
  return {
    /** Counts a change as in flight until its promise settles. */
    track(change: Promise<unknown>): void {
      changeCount += 1
      settled = Promise.allSettled([settled, change])
    },
    /** Reads when no change is in flight, and again if one has started before the response. */
    async readWhenIdle<Data>(read: () => Promise<Data>): Promise<Data> {
      for (;;) {
        await settled
        const countBefore = changeCount
        const response = await read()
        // mutation test: cart-ignores-older-response
        if (countBefore === changeCount) return response
      }
    },
  }
}
