import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Refusal } from '../http/refusal.ts'

/** Cost of one hash: KiB of memory, and passes over it. */
export interface PasswordCost {
  memoryKiB: number
  passes: number
}

/** Lowest cost allowed in production: the minimum of OWASP and ASVS for argon2id. */
export const MIN_PASSWORD_COST: PasswordCost = { memoryKiB: 19_456, passes: 2 }

export interface PasswordHasher {
  /** @returns argon2id as a PHC string, with a salt of its own */
  hash(password: string): Promise<string>
  /**
   * Always works for as long as one verification takes, also when there is nothing to compare with.
   *
   * `isOld` asks for a new hash: the stored one was made at another cost.
   */
  verify(stored: string | null, password: string): Promise<{ isMatch: boolean; needsRehash: boolean }>
  /** Returns the number of queued hashes. */
  countWaiting(): number
}

interface Limits {
  /** Concurrent hashes: more would starve every other request of processor time. */
  concurrency: number
  /** Queued hashes; beyond it the hasher refuses with `busy` at once. */
  queued: number
}

/**
 * Hashes passwords with argon2id under a concurrency limit (infra/decisions/0020-brute-force-limits.md).
 *
 * @throws Refusal `busy` when too many wait already
 */
export function createPasswordHasher(
  cost: PasswordCost,
  { concurrency, queued }: Limits = { concurrency: 2, queued: 50 },
): PasswordHasher {
  const options: Options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 }
  const limit = pLimit(concurrency)
  let dummyHash: Promise<string> | undefined

  return {
    hash: (password) => runQueued(() => hash(password, options)),
    verify: (stored, password) =>
      runQueued(async () => {
        // Somebody who does not exist has a password too, of the same cost, that nothing fits.
        const compared = stored ?? (await (dummyHash ??= hash(crypto.randomUUID(), options)))
        const isMatch = (await verify(compared, password)) && stored !== null
        return { isMatch: isMatch, needsRehash: isMatch && needsRehash(compared) }
      }),
    countWaiting: () => limit.pendingCount,
  }

  function needsRehash(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored)
    return memoryCost !== cost.memoryKiB || timeCost !== cost.passes || parallelism !== 1
  }

  async function runQueued<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount >= concurrency && limit.pendingCount >= queued) {
      throw new Refusal('busy', 'Too many people are signing in. Please try again.', undefined, { retryAfterS: 2 })
    }
    return limit(work)
  }
}
