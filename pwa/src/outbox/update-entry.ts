import type { OutboxDatabase } from './database.ts'
import type { Entry } from './entry.ts'
import type { EntryChanges } from './transitions.ts'

/**
 * Writes an entry with changed fields. The caller runs it in the transaction that read the entry.
 * `put` is one request to the disk; Dexie's `update` would read the entry once more.
 */
export const updateEntry = (db: OutboxDatabase, entry: Entry, changes: EntryChanges): Promise<string> =>
  db.outbox.put({ ...entry, ...changes })
