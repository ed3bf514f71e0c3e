import type { OUTBOX_DATABASE } from './database.ts'

/** Its type is the other's value: the name is known here without the code that opens it. */
const outboxDatabaseName: typeof OUTBOX_DATABASE = 'tsedra-outbox'

/** Whether the outbox may hold anything. A browser that does not tell is believed to hold something: an order must not be forgotten. */
export async function outboxMayHaveEntries(): Promise<boolean> {
  // Something was open and its database is gone: that has to be said (outbox/canary.ts).
  if (/(?:^|; )obx=/.test(document.cookie)) return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === outboxDatabaseName)
  } catch {
    return true
  }
}
