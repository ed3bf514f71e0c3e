import type { OutboxDatabase } from './database.ts'
import type { Draft } from './draft.ts'
import { isClockSet } from './entry.ts'

export interface RememberedPerson {
  name: string
  phone: string
}

const DRAFT_DAYS = 7
const SENT_DAYS = 30
const DAY_MS = 24 * 3600_000
const PERSON = 'person'

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
export const dropDraft = (db: OutboxDatabase, orderId: string): Promise<number> =>
  db.drafts.filter((draft) => draft.orderId === orderId).delete()

export async function readPerson(db: OutboxDatabase): Promise<RememberedPerson | undefined> {
  const value = (await db.kv.get(PERSON))?.value
  return isPerson(value) ? value : undefined
}

/** Kept only when the shopper asks for it. */
export async function rememberPerson(db: OutboxDatabase, person: RememberedPerson): Promise<void> {
  await db.kv.put({ key: PERSON, value: person })
}

export const forgetPerson = (db: OutboxDatabase): Promise<void> => db.kv.delete(PERSON)

/** Old drafts and long finished orders go; nothing that is still to be sent ever does. */
export async function tidy(db: OutboxDatabase, now: number): Promise<void> {
  await db.transaction('rw', db.drafts, db.outbox, async () => {
    await db.drafts.filter(({ savedAt }) => isClockSet(savedAt) && now - savedAt > DRAFT_DAYS * DAY_MS).delete()
    const ended = db.outbox.where('state').anyOf('sent', 'cancelled')
    await ended.filter(({ sentAt, createdAt }) => now - (sentAt ?? createdAt) > SENT_DAYS * DAY_MS).delete()
  })
}

function isPerson(value: unknown): value is RememberedPerson {
  return typeof value === 'object' && value !== null && 'name' in value && 'phone' in value
}
