import knex, { type Knex } from 'knex'

/** Either a pool or a transaction: the caller decides what must happen together. */
export type Db = Knex

export interface ConnectOptions {
  url: string
  /** Connections at most; the sum over all processes plus 10 stays under the server's max_connections. */
  max: number
}

/** A pool that gives up early instead of hanging: an answer under trouble is a refusal, never a wait. */
export function connect({ url, max }: ConnectOptions): Db {
  return knex({
    client: 'pg',
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
