import { AsyncLocalStorage } from 'node:async_hooks'

/** Maximum time, in ms, that one request waits for Postgres. */
const DATABASE_TIMEOUT_MS = 5_000

/** Postgres does not respond, or not in time; the code is SQLSTATE's "connection failure". */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly code = '08006'
}

/** The remaining time of one request; it decreases while at least one of its queries is in flight. */
interface TimeoutState {
  leftMs: number
  inFlight: number
  startedAtMs: number
  timer: NodeJS.Timeout | undefined
  reject: (error: DatabaseUnavailable) => void
}

const timeoutStorage = new AsyncLocalStorage<TimeoutState>()

/**
 * Runs work that waits for Postgres for DATABASE_TIMEOUT_MS at most, over all its queries. Other time, for example for
 * image processing, does not count (infra/decisions/0033-operations.md).
 *
 * After the timeout no further query starts: Postgres rolls the transaction back unless its COMMIT was in flight.
 *
 * @throws DatabaseUnavailable as soon as the time is up
 */
export async function withDatabaseTimeout<T>(work: () => Promise<T>, ms: number = DATABASE_TIMEOUT_MS): Promise<T> {
  const expired = Promise.withResolvers<never>()
  const state: TimeoutState = { leftMs: ms, inFlight: 0, startedAtMs: 0, timer: undefined, reject: expired.reject }
  return Promise.race([timeoutStorage.run(state, work), expired.promise])
}

/** Runs one query and counts its time for the request. @throws DatabaseUnavailable when no time is left */
export async function runWithinTimeout<T>(query: () => Promise<T>): Promise<T> {
  const state = timeoutStorage.getStore()
  if (!state) return query()
  // mutation test: no-query-past-deadline
  if (state.leftMs <= 0) throw new DatabaseUnavailable('The database timeout of this request has passed.')
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
