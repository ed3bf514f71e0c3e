import type { NewOrderInput } from '@tsedra/contract/orders'
import type { OutboxDatabase } from './database.ts'
import type { Draft } from './draft.ts'
import { parseBody, draftFromEntry } from './draft-from-entry.ts'
import { type Entry, isOpen, isPending, canWithdraw, type PendingCancel } from './entry.ts'
import { cancelReverted, requestCancel, withdrawn } from './transitions.ts'
import { updateEntry } from './update-entry.ts'

/** Takes it back here and now, when that is safe; the caller gets what was in it for a new form. */
export function withdraw(db: OutboxDatabase, id: string): Promise<Entry | 'too_late' | 'unknown_outcome'> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !isOpen(entry)) return 'too_late'
    if (!canWithdraw(entry)) return 'unknown_outcome'
    await updateEntry(db, entry, withdrawn)
    return entry
  })
}

/** Withdraws it and lays what was in it into a form with another id, in one step: nothing that was typed gets lost between. */
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
 * Takes it back, for good or to change it: at once when it never left or was finally refused, else as a wish that is kept
 * and sent like a request. `asking` until the shop has answered.
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

/** The wish is taken back and the request goes its way; false when the shop may have heard of it already. */
export function revertCancel(db: OutboxDatabase, id: string, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    const changes = entry && isPending(entry) ? cancelReverted(entry, now) : undefined
    if (!entry || !changes) return false
    await updateEntry(db, entry, changes)
    return true
  })
}
