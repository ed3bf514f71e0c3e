import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Db } from '@tsedra/database/connection'
import autocannon from 'autocannon'
import type { GuessingResult, GuessingOptions } from './password-guesses.ts'

const GUESSES = 10_000
const ADDRESSES = 100
const ROUNDS = 3
const BASELINE_MS = 5_000
/** Requests a second: a busy evening, far from all that the API can do. */
const BROWSE_RATE = 100
/** What may be compared of them: fifty a day, and one more in five minutes (infra/decisions/0020-brute-force-limits.md). */
const MAX_COMPARED = 51

interface Latency {
  p50Ms: number
  p99Ms: number
}

export interface BrowsingResult {
  baseline: Latency
  underAttack: Latency
  /** Guesses that were compared, of all. */
  compared: number
  /** Seconds that the guesses took. */
  tookS: number
}

/**
 * Measures browsing during password guessing and just before; of three rounds it reports the one whose ratio is in
 * the middle.
 *
 * @throws when browsing itself was refused, or more was compared than may be
 */
export async function browseWhileGuessing(db: Db, url: string, origin: string): Promise<BrowsingResult> {
  const email = 'olena@bar.example'
  await db('users').insert({ email, password: createUnknownPasswordHash(), is_verified: true })
  const rounds: BrowsingResult[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // As on another day: each round compares as much as may be.
    await db('throttles').delete()
    const { latencies: baseline } = await browseWhile(url, pause(BASELINE_MS))
    const startedAt = performance.now()
    const guesses = runGuesses({ url: `${url}/api/auth/login`, origin, email, guesses: GUESSES, addresses: ADDRESSES })
    const { latencies: underAttack, workResult } = await browseWhile(url, guesses)
    const { errors = 0, 401: compared = 0 } = workResult
    if (errors > 0 || compared === 0 || compared > MAX_COMPARED)
      throw new Error(`guesses: ${JSON.stringify(workResult)}`)
    rounds.push({ baseline, underAttack, compared, tookS: (performance.now() - startedAt) / 1_000 })
  }
  return rounds.toSorted((a, b) => latencyRatio(a) - latencyRatio(b))[Math.floor(ROUNDS / 2)] as BrowsingResult
}

export const latencyRatio = ({ baseline, underAttack }: BrowsingResult): number => underAttack.p99Ms / baseline.p99Ms

/** A hash of the usual cost that matches no password. */
function createUnknownPasswordHash(): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=65536,t=3,p=1$${base64(16)}$${base64(32)}`
}

/** Requests a list, categories and a search at an even pace until another promise settles. */
async function browseWhile<T>(url: string, work: Promise<T>): Promise<{ latencies: Latency; workResult: T }> {
  const paths = ['/api/products?lang=ua&limit=24', '/api/categories?lang=ua', '/api/products?lang=ua&search=лимон']
  const { promise: finished, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const browsing = autocannon(
    {
      url,
      connections: 10,
      overallRate: BROWSE_RATE,
      duration: 600,
      requests: paths.map((path) => ({ path: encodeURI(path) })),
    },
    (error: unknown, result) => (error ? reject(error) : resolve(result)),
  )
  const workResult = await work
  browsing.stop()
  const { latency, errors, non2xx } = await finished
  if (errors + non2xx > 0) throw new Error(`browsing: ${errors} errors, ${non2xx} refused`)
  return { latencies: { p50Ms: latency.p50, p99Ms: latency.p99 }, workResult }
}

/** Runs in a process of its own: browsing must not queue behind password guesses on the client side. */
async function runGuesses(options: GuessingOptions): Promise<GuessingResult> {
  const script = fileURLToPath(new URL('password-guesses.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(options)])
  return JSON.parse(stdout) as GuessingResult
}
