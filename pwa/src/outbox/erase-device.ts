import type { OutboxDatabase } from './database.ts'
import { deleteContact } from './drafts.ts'
import { isOpen, isTombstone, canWithdraw } from './entry.ts'
import { anonymiseAndCancel } from './transitions.ts'

/**
 * Erases what this device keeps of its people: drafts, the remembered name and phone, requests that have ended.
 *
 * Requests that were not sent are the shopper's to decide about; those of another account stay (owner.ts). The count of all
 * that was ever saved stays: without it the canary would miss them (canary.ts).
 */
export async function eraseDevice(db: OutboxDatabase, unsent: 'keep' | 'delete'): Promise<void> {
  await db.transaction('rw', db.outbox, db.drafts, db.kv, async () => {
    await db.drafts.clear()
    await deleteContact(db)
    await db.outbox.filter((entry) => isTombstone(entry) || (unsent === 'delete' && canWithdraw(entry))).delete()
    if (unsent === 'delete') await db.outbox.filter(isOpen).modify(anonymiseAndCancel)
  })
}
