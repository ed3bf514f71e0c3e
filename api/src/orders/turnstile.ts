/** Calls between being counted and being written down, so that a burst cannot outrun the counting. */
export interface Turnstile {
  /**
   * Lets an id in under a key; `ahead` are the other ids that came in before it and have not left, `calls` all calls that
   * have not, copies of its own id too.
   */
  enter(key: string, id: string): { ahead: string[]; calls: number; leave(): void }
}

/** Exact within one process; several processes overshoot by what each of them has under way. */
export function createTurnstile(): Turnstile {
  const inside = new Map<string, string[]>()
  return {
    enter(key, id) {
      const present = inside.get(key) ?? []
      const ahead = [...new Set(present)].filter((other) => other !== id)
      const calls = present.length
      inside.set(key, present)
      present.push(id)
      return { ahead, calls, leave: () => leave(key, id) }
    },
  }

  function leave(key: string, id: string): void {
    const present = inside.get(key) ?? []
    present.splice(present.indexOf(id), 1)
    if (present.length === 0) inside.delete(key)
  }
}
