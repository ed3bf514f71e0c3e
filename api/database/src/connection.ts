import knex, { type Knex } from 'knex'
import PostgresClient from 'knex/lib/dialects/postgres/index.js'
import { DatabaseUnavailable, runWithinTimeout } from './database-timeout.ts'

/** Either a pool or a transaction: the caller decides what must happen together. */
export type Db = Knex

export interface ConnectOptions {
  url: string
  /** Connections at most; the sum over all processes plus 10 stays under the server's max_connections. */
  max: number
}

/** How many queries wait for a connection of this pool. */
export function countWaitingQueries(db: Db): number {
  return (db.client as { pool: { numPendingAcquires(): number } }).pool.numPendingAcquires()
}

/** A pool that gives up early instead of hanging: an answer under trouble is a refusal, never a wait. */
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
    // Knex would print errors, with stacks, beside throwing them.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  })
}

/** Lets nobody wait for longer than they have patience for, and gives every lost connection a code. */
class TimeoutClient extends PostgresClient {
  override acquireConnection(): Promise<object> {
    return runWithinTimeout(() => super.acquireConnection()).catch(rethrowWithCode)
  }

  override _query(connection: object, query: { sql: string }): Promise<object> {
    const runQuery = () => super._query(connection, query).catch(rethrowWithCode)
    // A transaction is ended however late it is, or its connection would be of no use to the next one.
    return /^(?:COMMIT|ROLLBACK)\b/i.test(query.sql) ? runQuery() : runWithinTimeout(runQuery)
  }
}

/** What node-postgres says of a lost connection, without a code. */
const lostConnectionPattern =
  /^(?:Connection terminated(?: unexpectedly)?|timeout expired|Query read timeout|Client (?:has encountered a connection error and is|was closed and is) not queryable)$/

function rethrowWithCode(error: unknown): never {
  const { message = '', code } = (error ?? {}) as { message?: string; code?: string }
  // mutation test: lost-connection-is-unavailable
  throw code === undefined && lostConnectionPattern.test(message)
    ? new DatabaseUnavailable(message, { cause: error })
    : error
}
