import type { NewOrderInput } from '@tsedra/contract/orders'
import type { OutboxDatabase } from './database.ts'
import type { Draft } from './draft.ts'
import { parseBody, draftFromEntry } from './draft-from-entry.ts'
import { type Entry, isOpen, isPending, canWithdraw, type PendingCancel } from './entry.ts'
import { cancelReverted, requestCancel, withdrawn } from './transitions.ts'
import { updateEntry } from './update-entry.ts'

/** Withdraws an entry that the server cannot have stored, and returns it as it was before. */
export function withdraw(db: OutboxDatabase, id: string): Promise<Entry | 'too_late' | 'unknown_outcome'> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !isOpen(entry)) return 'too_late'
    if (!canWithdraw(entry)) return 'unknown_outcome'
    await updateEntry(db, entry, withdrawn)
    return entry
  })
}

/** Withdraws an entry and stores its form fields as a draft with another id, in one transaction. */
export function reopen(
  db: OutboxDatabase,
  id: string,
  buildDraft: (body: NewOrderInput, entry: Entry) => Draft,
): Promise<Draft | 'too_late' | 'unknown_outcome'> {
  return db.transaction('rw', db.outbox, db.drafts, async () => {
    const entry = await withdraw(db, id)
    if (typeof entry === 'string') return entry
    const newDraft = buildDraft(parseBody(entry), entry)
    await db.drafts.put(newDraft)
    return newDraft
  })
}

/**
 * Cancels an entry, or reopens it in the form: at once when the server cannot have stored it, else by a pending cancel that
 * is sent like an order. Returns `asking` until the server has responded.
 */
export function cancelEntry(
  db: OutboxDatabase,
  id: string,
  to: PendingCancel['to'],
  now: number,
): Promise<'cancelled' | 'asking' | 'too_late' | Draft> {
  return db.transaction('rw', db.outbox, db.drafts, async () => {
    const result =
      to === 'edit' ? await reopen(db, id, (body, entry) => draftFromEntry(body, entry, now)) : await withdraw(db, id)
    if (result === 'too_late') return result
    if (result !== 'unknown_outcome') return 'state' in result ? 'cancelled' : result
    await db.outbox.where({ id }).modify((entry) => requestCancel(entry, to, now))
    return 'asking'
  })
}

/** Removes a pending cancel; returns false when the server may have received it. */
export function revertCancel(db: OutboxDatabase, id: string, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    const changes = entry && isPending(entry) ? cancelReverted(entry, now) : undefined
    if (!entry || !changes) return false
    await updateEntry(db, entry, changes)
    return true
  })
}
