import knex, { type Knex } from 'knex'
import PostgresClient from 'knex/lib/dialects/postgres/index.js'
import { DatabaseUnavailable, runWithinTimeout } from './database-timeout.ts'

/** Either a pool or a transaction: the caller decides which statements belong together. */
export type Db = Knex

export interface ConnectOptions {
  url: string
  /** Maximum number of connections; the sum over all processes plus 10 stays below the server's max_connections. */
  max: number
}

/** Returns how many queries wait for a connection of this pool. */
export function countWaitingQueries(db: Db): number {
  return (db.client as { pool: { numPendingAcquires(): number } }).pool.numPendingAcquires()
}

/** Creates a pool with short timeouts: under load a request is rejected instead of waiting. */
export function connect({ url, max }: ConnectOptions): Db {
  return knex({
    client: TimeoutClient,
    connection: {
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      query_timeout: 6_000,
      options: '-c statement_timeout=5s -c lock_timeout=3s -c idle_in_transaction_session_timeout=10s -c timezone=UTC',
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max },
    acquireConnectionTimeout: 3_000,
    // Knex would print errors, with stacks, and throw them as well.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  })
}

/** Applies the request's database timeout, and gives every lost connection an error code. */
class TimeoutClient extends PostgresClient {
  override acquireConnection(): Promise<object> {
    return runWithinTimeout(() => super.acquireConnection()).catch(rethrowWithCode)
  }

  override _query(connection: object, query: { sql: string }): Promise<object> {
    const runQuery = () => super._query(connection, query).catch(rethrowWithCode)
    // COMMIT and ROLLBACK run even after the timeout, or the next query on this connection would be in the transaction.
    return /^(?:COMMIT|ROLLBACK)\b/i.test(query.sql) ? runQuery() : runWithinTimeout(runQuery)
  }
}

/** Messages of node-postgres about a lost connection, which have no code. */
const lostConnectionPattern =
  /^(?:Connection terminated(?: unexpectedly)?|timeout expired|Query read timeout|Client (?:has encountered a connection error and is|was closed and is) not queryable)$/

function rethrowWithCode(error: unknown): never {
  const { message = '', code } = (error ?? {}) as { message?: string; code?: string }
  // mutation test: lost-connection-is-unavailable
  throw code === undefined && lostConnectionPattern.test(message)
    ? new DatabaseUnavailable(message, { cause: error })
    : error
}
