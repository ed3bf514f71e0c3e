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
 * Orders and drafts, apart from everything that may be cleared, upgraded or blocked.
 *
 * Version 1 is frozen: new fields are optional, there is never an index more nor an upgrade, so that a page and a service
 * worker of any two builds can always open it together.
 */
export function outboxDatabase(options: DexieOptions = {}): OutboxDatabase {
  // The tables are made by stores() below.
  const db = new Dexie(OUTBOX_DATABASE, {
    chromeTransactionDurability: 'strict',
    // Readers see what is on the disk, never what is about to be.
    cache: 'disabled',
    ...options,
  }) as OutboxDatabase
  db.version(1).stores({ outbox: 'id, state, seq', drafts: 'id', kv: 'key' })
  db.outbox.hook('reading', parseEntry)
  return db
}

/** Narrows what any build may have stored. Dexie calls it with undefined when there is no such entry. */
function parseEntry(stored: Entry | undefined): Entry | undefined {
  if (stored) stored.reason = parseReason(stored.reason)
  return stored
}
