/** What the shop is being told at the moment, and answers that must not be older than that. */
export function createInFlightChanges() {
  let changeCount = 0
  let settled: Promise<unknown> = Promise.resolve()
  return {
    /** A change is under way until its promise is settled. */
    track(change: Promise<unknown>): void {
      changeCount += 1
      settled = Promise.allSettled([settled, change])
    },
    /** Asks when nothing is under way, and again when something was begun before the answer came. */
    async readWhenIdle<Answer>(read: () => Promise<Answer>): Promise<Answer> {
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
