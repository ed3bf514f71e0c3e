import { pauseJobs } from '@tsedra/database/outbox'
import { applyMigrations, listMigrations } from '@tsedra/database/migrate'
import type { Knex } from 'knex'
import { checkArchive, readArchive } from './archive.ts'
import type { Contents, Figures } from './contents.ts'
import type { Pictures } from './config.ts'
import { UnusableBackup } from './unusable-backup.ts'
import { queryRows, columnsOf, openDatabase, readFigures, tablesInOrder } from './tables.ts'

export interface RestoreOptions {
  path: string
  key: string
  databaseUrl: string
  store: Pictures
}

export interface RestoreResult extends Contents {
  /** Read from the database after the restore; equals `figures`. */
  found: Figures
  /** Notifications that are paused until released. */
  paused: number
  /** Pictures that the store did not have. */
  added: number
}

/**
 * Restores a backup into an empty database, and its missing pictures into the store, after reading it from end to end.
 * One transaction restores the whole database: on failure it is empty again.
 *
 * Applies the migrations that the backup was taken under; the shop applies newer ones at its start. Pauses unsent jobs:
 * they may have been sent since the backup (infra/decisions/0033-operations.md).
 *
 * @throws UnusableBackup when the backup or the database is unsuitable
 */
export async function restoreBackup({ path, key, databaseUrl, store }: RestoreOptions): Promise<RestoreResult> {
  const contents = await checkArchive(path, key)
  const known = await listMigrations()
  const unknown = contents.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new UnusableBackup(`${path} was made by a newer release with the migrations ${unknown.join(', ')}.`)

  const db = openDatabase(databaseUrl)
  try {
    return await db.transaction(async (trx) => {
      const present = await queryRows(
        trx,
        `SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      )
      // mutation test: restore-needs-empty-database
      if (present.length > 0)
        throw new UnusableBackup('The database is not empty: a backup is restored into an empty one.')
      await applyMigrations(trx, contents.migrations)
      const tables = await tablesInOrder(trx)
      await withoutTriggers(trx, tables, () => addRows(trx, tables, path, key))
      for (const [name, value] of Object.entries(contents.sequences)) {
        // mutation test: sequences-restored
        await trx.raw('SELECT setval(?::regclass, ?::bigint)', [name, value])
      }
      const found = await readFigures(trx, tables)
      const differing = findDifferences(contents.figures, found)
      // mutation test: restored-rows-compared
      if (differing.length > 0) throw new UnusableBackup(`What was restored differs: ${differing.join(', ')}.`)
      // mutation test: restore-pauses-jobs
      const paused = await pauseJobs(trx)
      return { ...contents, found, paused, added: await addPictures(store, path, key) }
    })
  } finally {
    await db.destroy()
  }
}

/** Returns the names of the figures that differ. */
export function findDifferences(wanted: Figures, found: Figures): string[] {
  const tables = [...new Set([...Object.keys(wanted.rows), ...Object.keys(found.rows)])]
  return [
    ...tables.filter((table) => wanted.rows[table] !== found.rows[table]),
    ...(wanted.orderTotal === found.orderTotal ? [] : ['sum of totals']),
    ...(wanted.newestOrder === found.newestOrder ? [] : ['newest order']),
  ]
}

/** Deletes the rows of the migrations, then inserts every row of the backup unchanged. */
async function addRows(trx: Knex.Transaction, tables: readonly string[], path: string, key: string): Promise<void> {
  for (const table of tables.toReversed()) await trx(table).delete()
  for await (const entry of readArchive(path, key)) {
    if (entry.kind !== 'rows') continue
    const columns = await columnsOf(trx, entry.table)
    const named = columns.map(() => '??').join()
    await trx.raw(
      `INSERT INTO ?? (${named}) OVERRIDING SYSTEM VALUE
       SELECT ${named} FROM json_populate_recordset(NULL::??, ?::json)`,
      [entry.table, ...columns, ...columns, entry.table, entry.json],
    )
  }
}

async function addPictures(store: Pictures, path: string, key: string): Promise<number> {
  let added = 0
  for await (const entry of readArchive(path, key)) {
    if (entry.kind !== 'picture' || (await store.has(entry.name))) continue
    await store.put(entry.name, entry.bytes)
    added += 1
  }
  return added
}

/**
 * Disables triggers: restored rows change no version and notify no listener. Only the owner of the tables may do this.
 */
async function withoutTriggers(
  trx: Knex.Transaction,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await trx.raw('ALTER TABLE ?? DISABLE TRIGGER USER', [table])
  await work()
  for (const table of tables) await trx.raw('ALTER TABLE ?? ENABLE TRIGGER USER', [table])
}
