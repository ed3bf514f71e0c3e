import type { NewOrderInput } from '@tsedra/contract/orders'
import { earliestAttemptAt } from './backoff.ts'
import type { OutboxDatabase } from './database.ts'
import { parseBody } from './draft-from-entry.ts'
import { type Entry, isOpen, isPending, canResend, type Summary } from './entry.ts'
import { readOwner } from './switch-account.ts'
import { createEntry, markDue, resent, resumedAfterUpdate } from './transitions.ts'
import { updateEntry } from './update-entry.ts'

export interface NewEntry {
  order: NewOrderInput & { id: string }
  summary: Summary
  owner: string
}

/** Version of the body's shape in this build (infra/decisions/0005-orders.md). */
export const ORDER_BODY_VERSION = 1

/** Serialises the body once; every attempt sends these bytes. */
export const serialiseBody = (order: NewEntry['order']): string => JSON.stringify(order)

export interface EnqueueResult {
  entry: Entry
  /**
   * The id existed before, and the first entry stays. `same`: an equal request, from a double tap or the back button;
   * `another`: a different one, from a form open in two tabs, which is not stored.
   */
  duplicate?: 'same' | 'another'
}

/**
 * Stores an order in the outbox. Resolves after a read-back: the page may report it as saved.
 *
 * @param signal once aborted, nothing is written: the page has reported the order as not saved
 */
export async function enqueue(
  db: OutboxDatabase,
  { order, summary, owner }: NewEntry,
  now: number,
  signal?: AbortSignal,
): Promise<EnqueueResult> {
  const { id } = order
  const existing = await db.transaction('rw', db.outbox, db.drafts, db.kv, async () => {
    // Concurrent: each read takes a task of its own on a slow phone. Within a transaction, requests run in order.
    const [existing, lastSeq, ownerNow, drafts] = await Promise.all([
      db.outbox.get(id),
      db.kv.get('seq'),
      readOwner(db),
      db.drafts.toArray(),
    ])
    const spentDrafts = drafts.filter(({ orderId }) => orderId === id)
    const deletion = db.drafts.bulkDelete(spentDrafts.map((draft) => draft.id))
    if (existing) return deletion.then(() => existing)
    const seq = Number(lastSeq?.value ?? 0) + 1
    const fields = { id, seq, owner, v: ORDER_BODY_VERSION, bodyJson: serialiseBody(order), summary }
    const entry = createEntry(fields, { ownerNow, now })
    await Promise.all([deletion, db.kv.put({ key: 'seq', value: seq }), db.outbox.add(entry)])
    signal?.throwIfAborted()
    return undefined
  })
  const entry = await db.outbox.get(id)
  if (!entry) throw new Error('order request missing on read-back')
  return existing ? { entry, duplicate: isSameRequest(existing, { order, summary }) ? 'same' : 'another' } : { entry }
}

/** Returns whether both requests are equal. An ended entry has no body: only its lines are compared. */
function isSameRequest(existing: Entry, { order, summary }: Pick<NewEntry, 'order' | 'summary'>): boolean {
  const linesKeyOf = ({ lines }: Summary) =>
    JSON.stringify(lines.map((line) => [line.productId, line.packageSize, line.quantity]))
  const contactKeyOf = ({ customerName, customerPhone, customerComment = '' }: NewOrderInput) =>
    JSON.stringify([customerName, customerPhone, customerComment])
  if (linesKeyOf(existing.summary) !== linesKeyOf(summary)) return false
  return existing.bodyJson === null || contactKeyOf(parseBody(existing)) === contactKeyOf(order)
}

/** Makes the matching queued entries due at once, or when the server's `Retry-After` has passed. */
export async function makeDue(
  db: OutboxDatabase,
  now: number,
  predicate: (entry: Entry) => boolean = () => true,
): Promise<void> {
  await db.outbox
    .where('state')
    .equals('queued')
    .filter((entry) => entry.nextAt !== earliestAttemptAt(entry, now) && predicate(entry))
    .modify((entry) => markDue(entry, now))
}

/**
 * Queues an entry on the shopper's request, also a parked or stale one, and ends every wait, the server's included.
 * Returns false when the same bytes cannot succeed.
 */
export function resend(db: OutboxDatabase, id: string, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !canResend(entry)) return false
    if (entry.state === 'sending') return true
    await updateEntry(db, entry, resent(now))
    return true
  })
}

/** Queues the entries that the server rejected because an older build had sent them. */
export async function resumeAfterUpdate(db: OutboxDatabase, build: string): Promise<void> {
  await db.outbox
    .where('state')
    .equals('attention')
    .filter(({ reason, refusedBuild }) => reason === 'client_too_old' && refusedBuild !== build)
    .modify(resumedAfterUpdate)
}

/** The ids of open entries: those sent automatically, and those that need the shopper. */
export interface OpenIds {
  pending: string[]
  attention: string[]
}

/**
 * Reads the ids of open entries. Runs with every request sent, so it queries each state separately: IndexedDB returns the
 * keys of one state at once, but needs a cursor for several states.
 */
export function readOpenIds({ outbox }: OutboxDatabase): Promise<OpenIds> {
  const readIdsIn = (state: Entry['state']) => outbox.where('state').equals(state).primaryKeys()
  return outbox.db.transaction('r', outbox, async () => {
    const [queued, sending, attention] = await Promise.all([
      readIdsIn('queued'),
      readIdsIn('sending'),
      readIdsIn('attention'),
    ])
    return { pending: [...queued, ...sending], attention }
  })
}

export interface OpenList {
  ids: string[]
  /** Those that are sent automatically. */
  pending: string[]
  first: Entry[]
}

/** Reads the ids of all open entries, oldest first, and the first `limit` entries. */
export function readOpenList(db: OutboxDatabase, limit: number): Promise<OpenList> {
  return db.transaction('r', db.outbox, async () => {
    const { pending, attention } = await readOpenIds(db)
    const open = new Set([...pending, ...attention])
    const ids = (await db.outbox.orderBy('seq').primaryKeys()).filter((id) => open.has(id))
    const first = await db.outbox.bulkGet(ids.slice(0, limit))
    return { ids, pending, first: first.filter((entry) => entry !== undefined) }
  })
}

/** Reads the newest entries, also ended ones, newest first. */
export const readLatestEntries = ({ outbox }: OutboxDatabase, limit: number): Promise<Entry[]> =>
  outbox.orderBy('seq').reverse().limit(limit).toArray()

export const readPendingEntries = async (db: OutboxDatabase): Promise<Entry[]> => readOpenEntries(db, isPending)

/** Reads the open entries, oldest first. */
export async function readOpenEntries(
  db: OutboxDatabase,
  predicate: (entry: Entry) => boolean = isOpen,
): Promise<Entry[]> {
  return (await db.outbox.orderBy('seq').toArray()).filter(predicate)
}
