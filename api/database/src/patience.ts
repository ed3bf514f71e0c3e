import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds for which all that one request asks of Postgres may keep it waiting. */
const PATIENCE_MS = 5_000

/** Postgres does not answer, or not in time; the code is that of SQLSTATE's "connection failure". */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
  readonly code = '08006'
}

/** What is left of one request's patience; it runs while at least one of its questions is under way. */
interface Patience {
  leftMs: number
  underWay: number
  startedAtMs: number
  timer: NodeJS.Timeout | undefined
  giveUp: (late: DatabaseAway) => void
}

const patience = new AsyncLocalStorage<Patience>()

/**
 * Does work that waits for Postgres PATIENCE_MS at most, however many questions it asks. Time spent on anything else, say
 * on drawing a picture, does not count (infra/decisions/0033-operations.md).
 *
 * Whoever gave up asks nothing more: what was begun is rolled back, unless it was just being committed.
 *
 * @throws DatabaseAway when the time is up, at once
 */
export async function withPatience<T>(work: () => Promise<T>, ms: number = PATIENCE_MS): Promise<T> {
  const late = Promise.withResolvers<never>()
  const own: Patience = { leftMs: ms, underWay: 0, startedAtMs: 0, timer: undefined, giveUp: late.reject }
  return Promise.race([patience.run(own, work), late.promise])
}

/** One question: counts what it takes, for the request that asks it. @throws DatabaseAway when there is no time left */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const own = patience.getStore()
  if (!own) return ask()
  // mutation test: no-query-past-deadline
  if (own.leftMs <= 0) throw new DatabaseAway('There is no time left for another question.')
  if (own.underWay++ === 0) {
    own.startedAtMs = performance.now()
    own.timer = setTimeout(() => {
      own.leftMs = 0
      own.giveUp(new DatabaseAway('Postgres takes too long.'))
    }, own.leftMs)
  }
  try {
    return await ask()
  } finally {
    if (--own.underWay === 0) {
      clearTimeout(own.timer)
      own.leftMs -= performance.now() - own.startedAtMs
    }
  }
}
