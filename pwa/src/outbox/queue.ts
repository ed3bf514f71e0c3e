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

/** The shape of the body that this build makes (infra/decisions/0005-orders.md). */
export const ORDER_BODY_VERSION = 1

/** The bytes that are sent, however often. */
export const serialiseBody = (order: NewEntry['order']): string => JSON.stringify(order)

export interface EnqueueResult {
  entry: Entry
  /**
   * The id was there before, and what was kept first stays: with the `same` request a double tap or a back button; with
   * `another` one the form lay open in two tabs, and this one is not kept.
   */
  duplicate?: 'same' | 'another'
}

/**
 * Keeps an order request on the phone. When this resolves it was read back: it is safe to say "saved".
 *
 * @param signal once it is aborted nothing is written any more: the shopper was told so
 */
export async function enqueue(
  db: OutboxDatabase,
  { order, summary, owner }: NewEntry,
  now: number,
  signal?: AbortSignal,
): Promise<EnqueueResult> {
  const { id } = order
  const existing = await db.transaction('rw', db.outbox, db.drafts, db.kv, async () => {
    // Asked for together, because each answer waits its turn on a slow phone; within a transaction they keep their order.
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

/** Of what has ended only the lines are known. */
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

/** The ids of what is open: what still goes by itself, and what needs the shopper. */
export interface OpenIds {
  pending: string[]
  attention: string[]
}

/**
 * Asked with every request that leaves, so each state by itself: IndexedDB hands out the keys of one state at once, and
 * walks from key to key for several.
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
  /** Those that go by themselves. */
  pending: string[]
  first: Entry[]
}

/** Everything that is open by its id, oldest first, and the first of them whole. */
export function readOpenList(db: OutboxDatabase, limit: number): Promise<OpenList> {
  return db.transaction('r', db.outbox, async () => {
    const { pending, attention } = await readOpenIds(db)
    const open = new Set([...pending, ...attention])
    const ids = (await db.outbox.orderBy('seq').primaryKeys()).filter((id) => open.has(id))
    const first = await db.outbox.bulkGet(ids.slice(0, limit))
    return { ids, pending, first: first.filter((entry) => entry !== undefined) }
  })
}

export const readPendingEntries = async (db: OutboxDatabase): Promise<Entry[]> => readOpenEntries(db, isPending)

/** What waits or needs the shopper, oldest first. */
export async function readOpenEntries(
  db: OutboxDatabase,
  predicate: (entry: Entry) => boolean = isOpen,
): Promise<Entry[]> {
  return (await db.outbox.orderBy('seq').toArray()).filter(predicate)
}
