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

export type CatalogueDatabase = Dexie & { readonly catalogue: Table<StoredSnapshot, Language> }

/** Data that can be fetched again, apart from the orders: whatever happens to it never hurts them. */
export function createCatalogueDatabase(options: DexieOptions = {}): CatalogueDatabase {
  // The table is made by stores() below.
  const db = new Dexie('tsedra-data', { cache: 'disabled', ...options }) as CatalogueDatabase
  db.version(1).stores({ catalogue: 'lang' })
  return db
}

const READ_TIMEOUT_MS = 3_000
const unresponsive = new WeakSet<CatalogueDatabase>()

/**
 * What is kept of a language. Undefined when there is nothing, or when the database cannot be read or hangs: the shop is
 * asked instead. One that has hung is not waited for again until it answers.
 */
export async function readSnapshot(
  db: CatalogueDatabase,
  lang: Language,
  timeoutMs = READ_TIMEOUT_MS,
): Promise<StoredSnapshot | undefined> {
  if (unresponsive.has(db)) return undefined
  const reading = db.catalogue
    .get(lang)
    .catch(() => undefined)
    .finally(() => unresponsive.delete(db))
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      unresponsive.add(db)
      resolve(undefined)
    }, timeoutMs)
  })
  try {
    return await Promise.race([reading, timeout])
  } finally {
    clearTimeout(timer)
  }
}
