import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { Refusal } from '../http/refusal.ts'

/** What one hash costs: KiB of memory, and passes over it. */
export interface PasswordCost {
  memoryKiB: number
  passes: number
}

/** The least that production runs with: OWASP's and ASVS's lowest for argon2id. */
export const LEAST_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 }

export interface Hasher {
  /** @returns argon2id as a PHC string, with a salt of its own */
  hash(password: string): Promise<string>
  /**
   * Always works for as long as one verification takes, also when there is nothing to compare with.
   *
   * `isOld` asks for a new hash: the stored one was made at another cost.
   */
  verify(stored: string | null, password: string): Promise<{ fits: boolean; isOld: boolean }>
  /** How many wait for their turn. */
  waiting(): number
}

interface Room {
  /** Hashes worked on at once: more would take the machine from everybody else. */
  atOnce: number
  /** Hashes that may wait; beyond it callers hear at once that the shop is busy. */
  waiting: number
}

/**
 * Hashes passwords with argon2id, few at a time (infra/decisions/0020-guessing.md).
 *
 * @throws Refusal `busy` when too many wait already
 */
export function createHasher(cost: PasswordCost, room: Room = { atOnce: 2, waiting: 50 }): Hasher {
  const options: Options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 }
  const queue: (() => void)[] = []
  let running = 0
  let nobody: Promise<string> | undefined

  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: (stored, password) =>
      inTurn(async () => {
        // Somebody who does not exist has a password too, of the same cost, that nothing fits.
        const compared = stored ?? (await (nobody ??= hash(crypto.randomUUID(), options)))
        const fits = (await verify(compared, password)) && stored !== null
        return { fits, isOld: fits && isOld(compared) }
      }),
    waiting: () => queue.length,
  }

  function isOld(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored)
    return memoryCost !== cost.memoryKiB || timeCost !== cost.passes || parallelism !== 1
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= room.atOnce) {
      if (queue.length >= room.waiting) {
        throw new Refusal('busy', 'Too many people are signing in. Please try again.', undefined, { retryAfterS: 2 })
      }
      await new Promise<void>((go) => queue.push(go))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
