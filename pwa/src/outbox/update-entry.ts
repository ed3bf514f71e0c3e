import type { OutboxDatabase } from './database.ts'
import type { Entry } from './entry.ts'

/**
 * Only in the transaction that has read it, so that nobody has written between. One question to the disk, where Dexie's
 * `update` would look for the key and read the entry once more.
 */
export const updateEntry = (db: OutboxDatabase, entry: Entry, changes: Partial<Entry>): Promise<string> =>
  db.outbox.put({ ...entry, ...changes })

/** Name, phone and comment leave the phone's store in the same transaction that ends the entry. */
export const tombstoneFields = {
  // mutation test: body-erased-at-end
  bodyJson: null,
  reason: null,
  detail: null,
  leaseUntil: 0,
  foreignInRow: 0,
  wish: undefined,
} as const
