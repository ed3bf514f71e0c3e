import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { Draft } from './draft.ts'
import type { Entry } from './entry.ts'
import { parseReason } from './reason.ts'

export const OUTBOX_DATABASE = 'tsedra-outbox'

export interface Setting {
  key: string
  value: unknown
}

export type OutboxDatabase = Dexie & {
  readonly outbox: Table<Entry, string>
  readonly drafts: Table<Draft, string>
  readonly kv: Table<Setting, string>
}

/**
 * Creates the database of orders and drafts, separate from caches, which may be cleared, upgraded or blocked.
 *
 * Version 1 is frozen: new fields are optional, and no index or upgrade is added. A page and a service worker of any two
 * builds can therefore open it at the same time.
 */
export function outboxDatabase(options: DexieOptions = {}): OutboxDatabase {
  // stores() below creates the tables.
  const db = new Dexie(OUTBOX_DATABASE, {
    chromeTransactionDurability: 'strict',
    // Queries return committed data only, never optimistic updates of Dexie's cache.
    cache: 'disabled',
    ...options,
  }) as OutboxDatabase
  db.version(1).stores({ outbox: 'id, state, seq', drafts: 'id', kv: 'key' })
  db.outbox.hook('reading', parseEntry)
  return db
}

/** Narrows an entry that any build may have stored. Dexie passes undefined when there is no such entry. */
function parseEntry(stored: Entry | undefined): Entry | undefined {
  if (stored) stored.reason = parseReason(stored.reason)
  return stored
}
