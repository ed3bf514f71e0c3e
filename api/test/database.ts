import { randomUUID } from 'node:crypto'
import { connect, type Db } from '@tsedra/database/connection'
import knex from 'knex'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the test server, database `postgres`. */
    postgresUrl: string
    /** Name of the migrated database that tests copy. */
    template: string
    redisUrl: string
    /** A real S3 server; undefined where the machine has none. */
    objectStore: { endpoint: string; accessKey: string; secretKey: string } | undefined
  }
}

export interface TestDatabase extends AsyncDisposable {
  db: Db
  url: string
}

/** Creates a database for one test as a copy of a template, the migrated one by default; drops it on disposal. */
export async function testDatabase(template = inject('template')): Promise<TestDatabase> {
  const name = `shop_${randomUUID().replaceAll('-', '')}`
  // FILE_COPY takes half the time of writing to the WAL, which tests do not need.
  await asAdministrator(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const address = new URL(inject('postgresUrl'))
  address.pathname = `/${name}`
  const db = connect({ url: address.href, max: 12 })
  return {
    db,
    url: address.href,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await asAdministrator(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function asAdministrator(sql: string): Promise<void> {
  const admin = knex({ client: 'pg', connection: inject('postgresUrl'), pool: { min: 0, max: 1 } })
  try {
    await admin.raw(sql)
  } finally {
    await admin.destroy()
  }
}
