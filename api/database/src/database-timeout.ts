import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds for which all that one request asks of Postgres may keep it waiting. */
const DATABASE_TIMEOUT_MS = 5_000

/** Postgres does not answer, or not in time; the code is that of SQLSTATE's "connection failure". */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly code = '08006'
}

/** What is left of one request's patience; it runs while at least one of its questions is under way. */
interface TimeoutState {
  leftMs: number
  inFlight: number
  startedAtMs: number
  timer: NodeJS.Timeout | undefined
  reject: (error: DatabaseUnavailable) => void
}

const timeoutStorage = new AsyncLocalStorage<TimeoutState>()

/**
 * Does work that waits for Postgres PATIENCE_MS at most, however many questions it asks. Time spent on anything else, say
 * on drawing a picture, does not count (infra/decisions/0033-operations.md).
 *
 * Whoever gave up asks nothing more: what was begun is rolled back, unless it was just being committed.
 *
 * @throws DatabaseAway when the time is up, at once
 */
export async function withDatabaseTimeout<T>(work: () => Promise<T>, ms: number = DATABASE_TIMEOUT_MS): Promise<T> {
  const expired = Promise.withResolvers<never>()
  const state: TimeoutState = { leftMs: ms, inFlight: 0, startedAtMs: 0, timer: undefined, reject: expired.reject }
  return Promise.race([timeoutStorage.run(state, work), expired.promise])
}

/** One question: counts what it takes, for the request that asks it. @throws DatabaseAway when there is no time left */
export async function runWithinTimeout<T>(query: () => Promise<T>): Promise<T> {
  const state = timeoutStorage.getStore()
  if (!state) return query()
  // mutation test: no-query-past-deadline
  if (state.leftMs <= 0) throw new DatabaseUnavailable('There is no time left for another question.')
  if (state.inFlight++ === 0) {
    state.startedAtMs = performance.now()
    state.timer = setTimeout(() => {
      state.leftMs = 0
      state.reject(new DatabaseUnavailable('Postgres takes too long.'))
    }, state.leftMs)
  }
  try {
    return await query()
  } finally {
    if (--state.inFlight === 0) {
      clearTimeout(state.timer)
      state.leftMs -= performance.now() - state.startedAtMs
    }
  }
}
