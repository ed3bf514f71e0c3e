import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { lockIdOf } from './advisory-locks.ts'

const directory = fileURLToPath(new URL('../migrations', import.meta.url))

const migratorConfig: Knex.MigratorConfig = {
  directory,
  loadExtensions: ['.ts'],
  tableName: 'migrations',
}

/**
 * Migrates the schema to head. Any number of processes may call it at once: one migrates, the others wait for it. At
 * head the caller does not need to be the owner (infra/decisions/0037-database-roles.md).
 *
 * An advisory lock ends with its connection, so a process killed in mid-migration leaves no lock. Knex's own lock row
 * would stay; the process with the advisory lock frees it.
 *
 * @throws when a migration is due and this role may not apply it
 */
export async function migrate(url: string): Promise<void> {
  const lockClient = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await lockClient.connect()
  // A lost lock connection fails the next query instead of emitting an unhandled event.
  lockClient.on('error', () => {})
  const db = knex({
    client: 'pg',
    connection: url,
    pool: { min: 0, max: 2 },
    migrations: migratorConfig,
  })
  try {
    // mutation test: migration-lock
    await lockClient.query('SELECT pg_advisory_lock($1)', [lockIdOf('migrations')])
    // A newer schema is fine: the previous release may restart beside this one.
    // mutation test: older-release-starts
    if (await isAtHead(lockClient)) return
    // mutation test: stale-migration-lock-freed
    await db.migrate.forceFreeMigrationsLock()
    await db.migrate.latest()
  } catch (error) {
    if (!isInsufficientPrivilege(error)) throw error
    throw new Error(
      'the schema is not at head, and this role may not change it: node api/src/migrate.ts, as its owner',
      {
        cause: error,
      },
    )
  } finally {
    await db.destroy()
    await lockClient.end()
  }
}

/** Returns true at head or beyond it. */
async function isAtHead(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS there`,
  )
  if (!tables[0]?.there) return false
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
  const applied = new Set(rows.map(({ name }) => name))
  return (await listMigrations()).every((name) => applied.has(name))
}

/** insufficient_privilege: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const isInsufficientPrivilege = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501'

/** Applies only these migrations, in the caller's transaction, to an empty database. */
export async function applyMigrations(trx: Knex.Transaction, names: readonly string[]): Promise<void> {
  for (const name of names) await trx.migrate.up({ ...migratorConfig, name })
}

/** Returns the names of this release's migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.ts')).sort()
}
