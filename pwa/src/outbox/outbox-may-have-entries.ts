import type { OUTBOX_DATABASE } from './database.ts'

/** A type import: this chunk must not load the database code. */
const outboxDatabaseName: typeof OUTBOX_DATABASE = 'tsedra-outbox'

/** Returns whether the outbox may be non-empty. True when the browser cannot list databases: no order may be missed. */
export async function outboxMayHaveEntries(): Promise<boolean> {
  // Entries were open; if their database is lost, the page has to report it (storage-loss-canary.ts).
  if (/(?:^|; )obx=/.test(document.cookie)) return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === outboxDatabaseName)
  } catch {
    return true
  }
}
