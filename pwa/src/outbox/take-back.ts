import type { NewOrderSent } from '@tsedra/contract/orders'
import { soonest } from './backoff.ts'
import type { OutboxDatabase } from './database.ts'
import type { Draft } from './draft.ts'
import { bodyIn, draftOf } from './edit.ts'
import { type Entry, isOpen, isPending, mayKeep, mayWithdraw, type Wish } from './entry.ts'
import { erased, rewrite } from './rewrite.ts'

/** Takes it back here and now, when that is safe; the caller gets what was in it for a new form. */
export function withdraw(db: OutboxDatabase, id: string): Promise<Entry | 'too_late' | 'unknown_outcome'> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !isOpen(entry)) return 'too_late'
    if (!mayWithdraw(entry)) return 'unknown_outcome'
    await rewrite(db, entry, { ...erased, state: 'cancelled', reason: 'withdrawn' })
    return entry
  })
}

/** Withdraws it and lays what was in it into a form with another id, in one step: nothing that was typed gets lost between. */
export function reopen(
  db: OutboxDatabase,
  id: string,
  draft: (body: NewOrderSent, entry: Entry) => Draft,
): Promise<Draft | 'too_late' | 'unknown_outcome'> {
  return db.transaction('rw', db.outbox, db.drafts, async () => {
    const entry = await withdraw(db, id)
    if (typeof entry === 'string') return entry
    const opened = draft(bodyIn(entry), entry)
    await db.drafts.put(opened)
    return opened
  })
}

/**
 * Takes it back, for good or to change it: at once when it never left or was finally refused, else as a wish that is kept
 * and sent like a request. `asking` until the shop has answered.
 */
export function takeBack(
  db: OutboxDatabase,
  id: string,
  to: Wish['to'],
  now: number,
): Promise<'cancelled' | 'asking' | 'too_late' | Draft> {
  return db.transaction('rw', db.outbox, db.drafts, async () => {
    const taken =
      to === 'edit' ? await reopen(db, id, (body, entry) => draftOf(body, entry, now)) : await withdraw(db, id)
    if (taken === 'too_late') return taken
    if (taken !== 'unknown_outcome') return 'state' in taken ? 'cancelled' : taken
    await db.outbox.where({ id }).modify((entry) => {
      entry.wish ??= { to, since: entry.attempts }
      entry.wish.to = to
      if (entry.state === 'sending') return
      entry.state = 'queued'
      entry.nextAt = soonest(entry, now)
    })
    return 'asking'
  })
}

/** The wish is taken back and the request goes its way; false when the shop may have heard of it already. */
export function keep(db: OutboxDatabase, id: string, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !isPending(entry) || !mayKeep(entry)) return false
    await rewrite(db, entry, { wish: undefined, confirmedAt: now })
    return true
  })
}
