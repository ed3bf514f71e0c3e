import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Db } from './connection.ts'
import { listMigrations, migrate } from './migrate.ts'

const ROUNDS = 20
const REPLICAS = 5

// catches mutation: migration-lock
test(`R-40: ${REPLICAS} replicas that start at once × ${ROUNDS}: each finds the schema at head, none fails`, {
  timeout: 120_000,
}, async () => {
  const known = await listMigrations()
  for (let round = 0; round < ROUNDS; round++) {
    await using database = await testDatabase('template0')

    await Promise.all(Array.from({ length: REPLICAS }, () => migrate(database.url)))

    expect(await database.db('migrations').orderBy('id').pluck('name')).toEqual(known)
  }
})

// catches mutation: stale-migration-lock-freed
test('R-40: killed in mid-migration it leaves no partial schema and no lock', { timeout: 60_000 }, async () => {
  await using database = await testDatabase('template0')
  const held = new pg.Client({ connectionString: database.url })
  await held.connect()
  // This open transaction blocks every other one that creates a table of this name.
  await held.query('BEGIN; CREATE TABLE orders ()')
  const migrating = spawnMigration(database.url)
  await expect.poll(() => countLockWaiters(database.db), { timeout: 20_000 }).toBe(1)

  migrating.kill('SIGKILL')
  await once(migrating, 'exit')
  await held.query('ROLLBACK')
  await held.end()
  const halfDone = await database.db('migrations').pluck('name')
  // Knex leaves this lock row when it is killed outside a transaction.
  await database.db('migrations_lock').update({ is_locked: 1 })
  await migrate(database.url)

  expect(halfDone).toEqual([])
  expect(await database.db('migrations').orderBy('id').pluck('name')).toEqual(await listMigrations())
})

// catches mutation: older-release-starts
test('R-40: the former release starts on a schema that is newer than its code', async () => {
  await using database = await testDatabase()
  await database.db('migrations').insert({ name: '9999-of-a-later-release.ts', batch: 99, migration_time: new Date() })

  await expect(migrate(database.url)).resolves.toBeUndefined()
})

test('every foreign key to users has an index for the deletion of an account', async () => {
  await using database = await testDatabase()
  const { rows } = await database.db.raw<{ rows: { key: string }[] }>(
    `SELECT conrelid::regclass || '.' || conname AS key FROM pg_constraint c
     WHERE contype = 'f' AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])`,
  )

  expect(rows).toEqual([])
})

/** Spawns a separate process, which a test can kill. */
function spawnMigration(url: string): ChildProcess {
  const code = `import(${JSON.stringify(new URL('migrate.ts', import.meta.url).href)}).then(({ migrate }) => migrate(process.env.DATABASE_URL))`
  return spawn(process.execPath, ['-e', code], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'ignore',
  })
}

/** Runs outside the transaction: within one, Postgres returns a stable snapshot of these statistics. */
async function countLockWaiters(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: object[] }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}
