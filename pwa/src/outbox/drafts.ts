import type { OutboxDatabase } from './database.ts'
import type { Draft } from './draft.ts'
import { isClockSet } from './entry.ts'

export interface StoredContact {
  name: string
  phone: string
}

const DRAFT_TTL_DAYS = 7
const TOMBSTONE_TTL_DAYS = 30
const DAY_MS = 24 * 3600_000
const CONTACT_KEY = 'person'

export const readDraft = (db: OutboxDatabase, id: string): Promise<Draft | undefined> => db.drafts.get(id)

/**
 * Keeps what was typed, unless its order is on its way already.
 *
 * Both in one transaction: a save that was on its way when send was tapped must not bring the form back to life.
 */
export async function saveDraft(db: OutboxDatabase, draft: Draft): Promise<void> {
  await db.transaction('rw', db.drafts, db.outbox, async () => {
    if (!(await db.outbox.get(draft.orderId))) await db.drafts.put(draft)
  })
}

/** The order has been received without the queue: its form must not come back under a spent id. */
export const deleteDraftsOfOrder = (db: OutboxDatabase, orderId: string): Promise<number> =>
  db.drafts.filter((draft) => draft.orderId === orderId).delete()

export async function readContact(db: OutboxDatabase): Promise<StoredContact | undefined> {
  const value = (await db.kv.get(CONTACT_KEY))?.value
  return isContact(value) ? value : undefined
}

/** Kept only when the shopper asks for it. */
export async function saveContact(db: OutboxDatabase, contact: StoredContact): Promise<void> {
  await db.kv.put({ key: CONTACT_KEY, value: contact })
}

export const deleteContact = (db: OutboxDatabase): Promise<void> => db.kv.delete(CONTACT_KEY)

/** Old drafts and long finished orders go; nothing that is still to be sent ever does. */
export async function deleteExpired(db: OutboxDatabase, now: number): Promise<void> {
  await db.transaction('rw', db.drafts, db.outbox, async () => {
    await db.drafts.filter(({ savedAt }) => isClockSet(savedAt) && now - savedAt > DRAFT_TTL_DAYS * DAY_MS).delete()
    const tombstones = db.outbox.where('state').anyOf('sent', 'cancelled')
    await tombstones
      .filter(({ sentAt, createdAt }) => now - (sentAt ?? createdAt) > TOMBSTONE_TTL_DAYS * DAY_MS)
      .delete()
  })
}

function isContact(value: unknown): value is StoredContact {
  return typeof value === 'object' && value !== null && 'name' in value && 'phone' in value
}
