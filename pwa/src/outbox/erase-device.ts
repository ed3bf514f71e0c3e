import type { OutboxDatabase } from './database.ts'
import { deleteContact } from './drafts.ts'
import { type Entry, GUEST, isOpen, isTombstone, canWithdraw } from './entry.ts'

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

/** It may be an order already: nothing of the shopper stays here, and the shop is asked to let go of it. */
function anonymiseAndCancel(entry: Entry): void {
  const wish = { to: 'cancel', since: IRREVERSIBLE } as const
  Object.assign(entry, { wish, owner: GUEST, bodyJson: '{}', summary: { lines: [], total: null } })
  if (entry.state !== 'sending') Object.assign(entry, { state: 'queued', reason: null, detail: null, nextAt: 0 })
}

/** No number of attempts: this wish is not taken back any more. */
const IRREVERSIBLE = -1
