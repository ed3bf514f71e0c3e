import type { NewOrderSent } from '@tsedra/contract/orders'
import { soonest } from './backoff.ts'
import type { OutboxDatabase } from './database.ts'
import { bodyIn } from './edit.ts'
import { type Entry, isOpen, isPending, mayResend, type Summary } from './entry.ts'
import { isTheirs, ownerIn } from './owner.ts'
import { rewrite } from './rewrite.ts'

export interface Wanted {
  order: NewOrderSent & { id: string }
  summary: Summary
  owner: string
}

/** The shape of the body that this build makes (infra/decisions/0005-orders.md). */
export const ORDER_VERSION = 1

/** The bytes that are sent, however often. */
export const bodyOf = (order: Wanted['order']): string => JSON.stringify(order)

export interface Kept {
  entry: Entry
  /**
   * The id was there before, and what was kept first stays: with the `same` request a double tap or a back button; with
   * `another` one the form lay open in two tabs, and this one is not kept.
   */
  already?: 'same' | 'another'
}

/**
 * Keeps an order request on the phone. When this resolves it was read back: it is safe to say "saved".
 *
 * @param until once it is aborted nothing is written any more: the shopper was told so
 */
export async function enqueue(
  db: OutboxDatabase,
  { order, summary, owner }: Wanted,
  now: number,
  until?: AbortSignal,
): Promise<Kept> {
  const { id } = order
  const earlier = await db.transaction('rw', db.outbox, db.drafts, db.kv, async () => {
    // Asked for together, because each answer waits its turn on a slow phone; within a transaction they keep their order.
    const [earlier, last, ownerNow, drafts] = await Promise.all([
      db.outbox.get(id),
      db.kv.get('seq'),
      ownerIn(db),
      db.drafts.toArray(),
    ])
    const spent = drafts.filter(({ orderId }) => orderId === id)
    const dropped = db.drafts.bulkDelete(spent.map((draft) => draft.id))
    if (earlier) return dropped.then(() => earlier)
    const seq = Number(last?.value ?? 0) + 1
    const entry: Entry = {
      ...fresh,
      id,
      seq,
      owner,
      // A tab that has not heard yet that another account is here now.
      // mutation test: late-tab-other-account
      state: isTheirs({ owner }, ownerNow) ? 'queued' : 'away',
      bodyJson: bodyOf(order),
      summary,
      createdAt: now,
      confirmedAt: now,
    }
    await Promise.all([dropped, db.kv.put({ key: 'seq', value: seq }), db.outbox.add(entry)])
    until?.throwIfAborted()
    return undefined
  })
  const entry = await db.outbox.get(id)
  if (!entry) throw new Error('the order request was not there when read back')
  return earlier ? { entry, already: isSame(earlier, { order, summary }) ? 'same' : 'another' } : { entry }
}

/** Of what has ended only the lines are known. */
function isSame(earlier: Entry, { order, summary }: Pick<Wanted, 'order' | 'summary'>): boolean {
  const linesIn = ({ lines }: Summary) =>
    JSON.stringify(lines.map((line) => [line.productId, line.packageSize, line.quantity]))
  const wordsIn = ({ customerName, customerPhone, customerComment = '' }: NewOrderSent) =>
    JSON.stringify([customerName, customerPhone, customerComment])
  if (linesIn(earlier.summary) !== linesIn(summary)) return false
  return earlier.bodyJson === null || wordsIn(bodyIn(earlier)) === wordsIn(order)
}

const fresh = {
  v: ORDER_VERSION,
  reason: null,
  detail: null,
  final: false,
  attempts: 0,
  nextAt: 0,
  holdUntil: 0,
  leaseUntil: 0,
  foreignInRow: 0,
} as const

/** The network may be back: everything queued is due, or what is asked for, except where the server named a time. */
export async function makeDue(
  db: OutboxDatabase,
  now: number,
  which: (entry: Entry) => boolean = () => true,
): Promise<void> {
  await db.outbox
    .where('state')
    .equals('queued')
    .filter((entry) => entry.nextAt !== soonest(entry, now) && which(entry))
    .modify((entry) => {
      entry.nextAt = soonest(entry, now)
    })
}

/**
 * The shopper says "send it": also a parked one, a stale one counts as fresh again, and no waiting time holds. False when
 * that cannot help.
 */
export function resend(db: OutboxDatabase, id: string, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !mayResend(entry)) return false
    if (entry.state === 'sending') return true
    await rewrite(db, entry, {
      state: 'queued',
      nextAt: 0,
      holdUntil: 0,
      triedAt: undefined,
      confirmedAt: now,
      reason: null,
      detail: null,
    })
    return true
  })
}

/** After an update of the app: what an older build was refused for may go again. */
export async function resumeAfterUpdate(db: OutboxDatabase, build: string): Promise<void> {
  await db.outbox
    .where('state')
    .equals('attention')
    .filter(({ reason, refusedBuild }) => reason === 'client_too_old' && refusedBuild !== build)
    .modify({ state: 'queued', nextAt: 0, reason: null, detail: null })
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
export function openIds({ outbox }: OutboxDatabase): Promise<OpenIds> {
  const inState = (state: Entry['state']) => outbox.where('state').equals(state).primaryKeys()
  return outbox.db.transaction('r', outbox, async () => {
    const [queued, sending, attention] = await Promise.all([
      inState('queued'),
      inState('sending'),
      inState('attention'),
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
export function openList(db: OutboxDatabase, most: number): Promise<OpenList> {
  return db.transaction('r', db.outbox, async () => {
    const { pending, attention } = await openIds(db)
    const open = new Set([...pending, ...attention])
    const ids = (await db.outbox.orderBy('seq').primaryKeys()).filter((id) => open.has(id))
    const first = await db.outbox.bulkGet(ids.slice(0, most))
    return { ids, pending, first: first.filter((entry) => entry !== undefined) }
  })
}

export const pendingEntries = async (db: OutboxDatabase): Promise<Entry[]> => openEntries(db, isPending)

/** What waits or needs the shopper, oldest first. */
export async function openEntries(db: OutboxDatabase, which: (entry: Entry) => boolean = isOpen): Promise<Entry[]> {
  return (await db.outbox.orderBy('seq').toArray()).filter(which)
}
