import type { Snapshot } from '@tsedra/contract/catalogue'
import type { Language } from '@tsedra/contract/language'
import { Dexie, type DexieOptions, type Table } from 'dexie'

/** One language's catalogue, whole, as the shop sent it. */
export interface StoredSnapshot {
  lang: Language
  schema: Snapshot['schema']
  version: number
  etag: string
  /** Milliseconds since 1970. */
  fetchedAt: number
  /** Since when the shop has been sending a suspiciously small catalogue in place of this one. */
  doubtedSince?: number
  data: Snapshot
}

export type DataDatabase = Dexie & { readonly catalogue: Table<StoredSnapshot, Language> }

/** Data that can be fetched again, apart from the orders: whatever happens to it never hurts them. */
export function dataDatabase(options: DexieOptions = {}): DataDatabase {
  // The table is made by stores() below.
  const db = new Dexie('tsedra-data', { cache: 'disabled', ...options }) as DataDatabase
  db.version(1).stores({ catalogue: 'lang' })
  return db
}

const PATIENCE_MS = 3_000
const hanging = new WeakSet<DataDatabase>()

/**
 * What is kept of a language. Undefined when there is nothing, or when the database cannot be read or hangs: the shop is
 * asked instead. One that has hung is not waited for again until it answers.
 */
export async function readSnapshot(
  db: DataDatabase,
  lang: Language,
  patienceMs = PATIENCE_MS,
): Promise<StoredSnapshot | undefined> {
  if (hanging.has(db)) return undefined
  const reading = db.catalogue
    .get(lang)
    .catch(() => undefined)
    .finally(() => hanging.delete(db))
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      hanging.add(db)
      resolve(undefined)
    }, patienceMs)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}
