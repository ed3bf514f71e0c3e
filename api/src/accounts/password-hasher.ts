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
  /** Returns an argon2id hash as a PHC string, with its own salt. */
  hash(password: string): Promise<string>
  /**
   * Compares a password; takes the same time without a stored hash, so that timing does not reveal accounts.
   *
   * `needsRehash` is true when the stored hash has another cost.
   */
  verify(stored: string | null, password: string): Promise<{ isMatch: boolean; needsRehash: boolean }>
  /** Returns the number of queued hashes. */
  countWaiting(): number
}

interface Limits {
  /** Concurrent hashes: more would starve every other request of processor time. */
  concurrency: number
  /** Maximum number of queued hashes; beyond it the hasher refuses with `busy` at once. */
  queued: number
}

/**
 * Hashes passwords with argon2id under a concurrency limit (infra/decisions/0020-brute-force-limits.md).
 *
 * @throws Refusal `busy` when the queue is full
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
        // An unknown account is compared with a dummy hash of the same cost that matches no password.
        const compared = stored ?? (await (dummyHash ??= hash(crypto.randomUUID(), options)))
        const isMatch = (await verify(compared, password)) && stored !== null
        return { isMatch, needsRehash: isMatch && needsRehash(compared) }
      }),
    countWaiting: () => limit.pendingCount,
  }

  function needsRehash(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored)
    return memoryCost !== cost.memoryKiB || timeCost !== cost.passes || parallelism !== 1
  }

  async function runQueued<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount >= concurrency && limit.pendingCount >= queued) {
      throw new Refusal('busy', 'Too many sign-ins at once. Please try again.', undefined, { retryAfterS: 2 })
    }
    return limit(work)
  }
}
