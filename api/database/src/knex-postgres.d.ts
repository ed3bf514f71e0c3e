declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'

  /** The class behind `client: 'pg'`. */
  export default class PostgresClient extends Knex.Client {
    acquireConnection(): Promise<object>
    _query(connection: object, query: { sql: string }): Promise<object>
  }
}
