import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '@tsedra/service/config'
import type { Knex } from 'knex'
import { type ArchiveWriter, checkArchive, createArchive } from './archive.ts'
import type { Contents, Figures } from './contents.ts'
import type { Pictures } from './config.ts'
import { buildBackupName, selectOutdated } from './rotation.ts'
import {
  queryRows,
  appliedMigrations,
  columnsOf,
  openDatabase,
  readFigures,
  readSequences,
  tablesInOrder,
} from './tables.ts'

export interface BackupOptions {
  databaseUrl: string
  store: Pictures
  /** Directory of the backups; created when missing. */
  directory: string
  key: string
  now?: Date
}

export interface BackupResult extends Contents {
  path: string
  bytes: number
  /** Pictures that the catalogue references and the store does not have. */
  missing: string[]
  /** Backups removed by the rotation. */
  removed: string[]
}

const BATCH = 500
const DAY_MS = 86_400_000

/**
 * Writes database and pictures into one encrypted file, reads it back from end to end, and only then renames it and
 * rotates older backups (infra/decisions/0033-operations.md).
 *
 * The rows are one snapshot; pictures are listed after it, so the backup contains every referenced picture.
 */
export async function createBackup({
  databaseUrl,
  store,
  directory,
  key,
  now = new Date(),
}: BackupOptions): Promise<BackupResult> {
  await requireWritableDirectory(directory)
  const path = join(directory, buildBackupName(now))
  const unfinished = `${path}.part`
  await using archive = await createArchive(unfinished, key)
  try {
    const db = openDatabase(databaseUrl)
    await using _closed = { [Symbol.asyncDispose]: () => db.destroy() }
    const { figures, sequences, named } = await db.transaction((trx) => addRows(archive, trx, now), {
      isolationLevel: 'repeatable read',
      readOnly: true,
    })
    const pictures = await addPictures(archive, store)
    await archive.add({ kind: 'end', figures, pictures: pictures.size, sequences })
    await archive.finish()
    const contents = await checkArchive(unfinished, key)
    await rename(unfinished, path)
    const missing = named.filter((name) => !pictures.has(name))
    return { path, bytes: (await stat(path)).size, missing, removed: await rotate(directory, now), ...contents }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Creates the directory when it is missing. @throws ConfigurationError when this user cannot write to it */
export async function requireWritableDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new ConfigurationError([
      `BACKUP_DIR: user ${process.getuid?.()} cannot write to this directory (${code}). ` +
        'One that Docker created belongs to root; on the machine: chown 10001:10001 <BACKUP_DIR>',
    ])
  }
}

async function addRows(
  archive: ArchiveWriter,
  trx: Knex.Transaction,
  now: Date,
): Promise<{ figures: Figures; sequences: Record<string, string>; named: string[] }> {
  const migrations = await appliedMigrations(trx)
  await archive.add({ kind: 'about', format: 2, takenAt: now.toISOString(), migrations })
  const tables = await tablesInOrder(trx)
  for (const table of tables) {
    const columns = await columnsOf(trx, table)
    await trx.raw(
      `DECLARE batch NO SCROLL CURSOR FOR
       SELECT row_to_json(each)::text AS json FROM (SELECT ${columns.map(() => '??').join()} FROM ??) each`,
      [...columns, table],
    )
    for (;;) {
      const rows = await queryRows<{ json: string }>(trx, `FETCH ${BATCH} FROM batch`)
      if (rows.length === 0) break
      await archive.add({ kind: 'rows', table, count: rows.length, json: `[${rows.map(({ json }) => json).join()}]` })
    }
    await trx.raw('CLOSE batch')
  }
  return {
    figures: await readFigures(trx, tables),
    sequences: await readSequences(trx),
    named: await namedPictures(trx),
  }
}

async function addPictures(archive: ArchiveWriter, store: Pictures): Promise<Set<string>> {
  const names = new Set<string>()
  for (const name of await store.names()) {
    const bytes = await store.get(name)
    // Deleted since the listing.
    if (!bytes) continue
    await archive.add({ kind: 'picture', name, bytes })
    names.add(name)
  }
  return names
}

/** Returns the names of the pictures that the catalogue shows. */
async function namedPictures(trx: Knex.Transaction): Promise<string[]> {
  const found = await queryRows<{ path: string }>(
    trx,
    `SELECT DISTINCT path FROM (
       SELECT image_url AS path FROM categories UNION ALL SELECT image_url FROM products
       UNION ALL SELECT unnest(gallery_images) FROM products) named
     WHERE path LIKE '/media/%'`,
  )
  return found.map(({ path }) => path.slice('/media/'.length))
}

/** Removes outdated backups, and unfinished files of killed runs. */
async function rotate(directory: string, now: Date): Promise<string[]> {
  const names = await readdir(directory)
  const removed = selectOutdated(names, now)
  for (const name of removed) await rm(join(directory, name))
  for (const name of names.filter((each) => each.endsWith('.backup.part'))) {
    const { mtimeMs } = await stat(join(directory, name))
    if (now.getTime() - mtimeMs > DAY_MS) await rm(join(directory, name))
  }
  return removed
}
