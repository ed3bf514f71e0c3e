import type { Snapshot } from '@tsedra/contract/snapshot'
import type { Language } from '@tsedra/contract/language'
import { Dexie, type DexieOptions, type Table } from 'dexie'

/** The complete catalogue of one language as the server sent it. */
export interface StoredSnapshot {
  lang: Language
  schema: Snapshot['schema']
  version: number
  etag: string
  /** Milliseconds since 1970. */
  fetchedAt: number
  /** Time of the first suspiciously small catalogue that the server sent instead of this one, in ms since 1970. */
  doubtedSince?: number
  data: Snapshot
}

export type CatalogueDatabase = Dexie & { readonly catalogue: Table<StoredSnapshot, Language> }

/** Creates the database of data that can be fetched again; it is separate from the outbox, so its loss never affects orders. */
export function createCatalogueDatabase(options: DexieOptions = {}): CatalogueDatabase {
  // stores() below creates the table.
  const db = new Dexie('tsedra-data', { cache: 'disabled', ...options }) as CatalogueDatabase
  db.version(1).stores({ catalogue: 'lang' })
  return db
}

const READ_TIMEOUT_MS = 3_000
const unresponsive = new WeakSet<CatalogueDatabase>()

/**
 * Returns the stored snapshot of a language; undefined without one, or when the database fails or times out, so that the
 * caller requests the server. A database that timed out is skipped until its pending read returns.
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
