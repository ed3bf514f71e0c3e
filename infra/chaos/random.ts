/** Seeded randomness: a campaign that went wrong can be run again. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  below(limit: number): number
  pick<T>(choices: readonly T[]): T
}

/** xorshift32. */
export function createRandom(seed: number): Random {
  let state = seed | 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let warmUp = 0; warmUp < 8; warmUp++) next()
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (choices) => choices[below(choices.length)] as (typeof choices)[number] }
}
