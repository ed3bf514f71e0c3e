import type { OutboxDatabase } from './database.ts'
import type { Draft } from './draft.ts'
import { type Entry, isClockSet } from './entry.ts'

export interface StoredContact {
  name: string
  phone: string
}

const DRAFT_TTL_DAYS = 7
/** A received order stays listed for a year (infra/decisions/0049-customer-messages.md). */
const TOMBSTONE_TTL_DAYS = { sent: 365, cancelled: 30 } as const
const DAY_MS = 24 * 3600_000
const CONTACT_KEY = 'person'

export const readDraft = (db: OutboxDatabase, id: string): Promise<Draft | undefined> => db.drafts.get(id)

/**
 * Stores the input of a form unless its order is in the outbox.
 *
 * One transaction checks and writes: a save that was pending when the order was sent must not restore the draft.
 */
export async function saveDraft(db: OutboxDatabase, draft: Draft): Promise<void> {
  await db.transaction('rw', db.drafts, db.outbox, async () => {
    if (!(await db.outbox.get(draft.orderId))) await db.drafts.put(draft)
  })
}

/** Deletes the drafts of an order that was sent without the outbox: its id must not be used again. */
export const deleteDraftsOfOrder = (db: OutboxDatabase, orderId: string): Promise<number> =>
  db.drafts.filter((draft) => draft.orderId === orderId).delete()

export async function readContact(db: OutboxDatabase): Promise<StoredContact | undefined> {
  const value = (await db.kv.get(CONTACT_KEY))?.value
  return isContact(value) ? value : undefined
}

/** Stores the contact; callers do so only at the shopper's request. */
export async function saveContact(db: OutboxDatabase, contact: StoredContact): Promise<void> {
  await db.kv.put({ key: CONTACT_KEY, value: contact })
}

export const deleteContact = (db: OutboxDatabase): Promise<void> => db.kv.delete(CONTACT_KEY)

/** Deletes expired drafts and tombstones, never an entry that is still to be sent. */
export async function deleteExpired(db: OutboxDatabase, now: number): Promise<void> {
  await db.transaction('rw', db.drafts, db.outbox, async () => {
    await db.drafts.filter(({ savedAt }) => isClockSet(savedAt) && now - savedAt > DRAFT_TTL_DAYS * DAY_MS).delete()
    for (const state of ['sent', 'cancelled'] as const) {
      const isExpired = ({ sentAt, createdAt }: Pick<Entry, 'sentAt' | 'createdAt'>) =>
        now - (sentAt ?? createdAt) > TOMBSTONE_TTL_DAYS[state] * DAY_MS
      await db.outbox.where('state').equals(state).filter(isExpired).delete()
    }
  })
}

function isContact(value: unknown): value is StoredContact {
  return typeof value === 'object' && value !== null && 'name' in value && 'phone' in value
}
