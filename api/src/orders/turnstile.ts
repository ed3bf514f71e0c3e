/** Who stands between being counted and being written down, so that a burst cannot outrun the counting. */
export interface Turnstile {
  /** Lets an id in under a key; `ahead` are the other ids that came in before it and have not left. */
  enter(key: string, id: string): { ahead: string[]; leave(): void }
}

/** Exact within one process; several processes overshoot by what each of them has under way. */
export function createTurnstile(): Turnstile {
  const inside = new Map<string, string[]>()
  return {
    enter(key, id) {
      const earlier = inside.get(key) ?? []
      inside.set(key, [...earlier, id])
      return { ahead: [...new Set(earlier)].filter((other) => other !== id), leave: () => leave(key, id) }
    },
  }

  function leave(key: string, id: string): void {
    const present = inside.get(key) ?? []
    const rest = present.toSpliced(present.indexOf(id), 1)
    if (rest.length > 0) inside.set(key, rest)
    else inside.delete(key)
  }
}
