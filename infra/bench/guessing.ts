import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Db } from '@tsedra/database/connection'
import autocannon from 'autocannon'
import type { Guessed, Guessing } from './guesser.ts'

const GUESSES = 10_000
const ADDRESSES = 100
const ROUNDS = 3
const CALM_MS = 5_000
/** Requests a second: a busy evening, far from all that the API can do. */
const BROWSED = 100
/** What may be compared of them: fifty a day, and one more in five minutes (infra/decisions/0020-brute-force-limits.md). */
const COMPARED = 51

interface Felt {
  p50Ms: number
  p99Ms: number
}

export interface Browsing {
  calm: Felt
  guessed: Felt
  /** Guesses that were compared, of all. */
  compared: number
  /** Seconds that the guesses took. */
  tookS: number
}

/**
 * What browsing feels like while somebody guesses passwords, and just before; of three rounds the one whose ratio is in
 * the middle.
 *
 * @throws when browsing itself was refused, or more was compared than may be
 */
export async function browseWhileGuessing(db: Db, url: string, origin: string): Promise<Browsing> {
  const email = 'olena@bar.example'
  await db('users').insert({ email, password: unknownPassword(), is_verified: true })
  const rounds: Browsing[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // As on another day: each round compares as much as may be.
    await db('throttles').delete()
    const { felt: calm } = await browseWhile(url, pause(CALM_MS))
    const startedAt = performance.now()
    const guessing = guess({ url: `${url}/api/auth/login`, origin, email, guesses: GUESSES, addresses: ADDRESSES })
    const { felt: guessed, of } = await browseWhile(url, guessing)
    const { errors = 0, 401: compared = 0 } = of
    if (errors > 0 || compared === 0 || compared > COMPARED) throw new Error(`guesses: ${JSON.stringify(of)}`)
    rounds.push({ calm, guessed, compared, tookS: (performance.now() - startedAt) / 1_000 })
  }
  return rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)] as Browsing
}

export const ratioOf = ({ calm, guessed }: Browsing): number => guessed.p99Ms / calm.p99Ms

/** Of the usual cost, and nobody's: nothing fits it. */
function unknownPassword(): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=65536,t=3,p=1$${base64(16)}$${base64(32)}`
}

/** Asks for a list, categories and a search at an even pace, for as long as something else takes. */
async function browseWhile<T>(url: string, something: Promise<T>): Promise<{ felt: Felt; of: T }> {
  const paths = ['/api/products?lang=ua&limit=24', '/api/categories?lang=ua', '/api/products?lang=ua&search=лимон']
  const { promise: done, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const browsing = autocannon(
    {
      url,
      connections: 10,
      overallRate: BROWSED,
      duration: 600,
      requests: paths.map((path) => ({ path: encodeURI(path) })),
    },
    (error: unknown, result) => (error ? reject(error) : resolve(result)),
  )
  const of = await something
  browsing.stop()
  const { latency, errors, non2xx } = await done
  if (errors + non2xx > 0) throw new Error(`browsing: ${errors} errors, ${non2xx} refused`)
  return { felt: { p50Ms: latency.p50, p99Ms: latency.p99 }, of }
}

/** In a process of its own: whoever browses must not wait for whoever guesses before anything is sent. */
async function guess(guessing: Guessing): Promise<Guessed> {
  const script = fileURLToPath(new URL('guesser.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(guessing)])
  return JSON.parse(stdout) as Guessed
}
