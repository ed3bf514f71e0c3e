import type { OutboxDatabase } from './database.ts'
import { deleteContact } from './drafts.ts'
import { isOpen, isTombstone, canWithdraw } from './entry.ts'
import { anonymiseAndCancel } from './transitions.ts'

/**
 * Deletes the personal data on this device: drafts, the stored name and phone number, and tombstones.
 *
 * `unsent` decides about open entries; those of other accounts stay (switch-account.ts). The counter of saved entries
 * stays: without it the canary would report them as lost (storage-loss-canary.ts).
 */
export async function eraseDevice(db: OutboxDatabase, unsent: 'keep' | 'delete'): Promise<void> {
  await db.transaction('rw', db.outbox, db.drafts, db.kv, async () => {
    await db.drafts.clear()
    await deleteContact(db)
    await db.outbox.filter((entry) => isTombstone(entry) || (unsent === 'delete' && canWithdraw(entry))).delete()
    if (unsent === 'delete') await db.outbox.filter(isOpen).modify(anonymiseAndCancel)
  })
}
