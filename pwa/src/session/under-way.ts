/** What the shop is being told at the moment, and answers that must not be older than that. */
export function createUnderWay() {
  let begun = 0
  let all: Promise<unknown> = Promise.resolve()
  return {
    /** A change is under way until its promise is settled. */
    begin(change: Promise<unknown>): void {
      begun += 1
      all = Promise.allSettled([all, change])
    },
    /** Asks when nothing is under way, and again when something was begun before the answer came. */
    async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
      for (;;) {
        await all
        const before = begun
        const answer = await question()
        // mutation test: cart-ignores-older-response
        if (before === begun) return answer
      }
    },
  }
}
