import type { NewOrderSent } from '@tsedra/contract/orders'
import { backoffMs, isDue } from './backoff.ts'
import type { Verdict } from './classify.ts'
import type { OutboxDatabase } from './database.ts'
import type { Draft } from './drafts.ts'
import { draftOf } from './edit.ts'
import {
  type Entry,
  isOpen,
  isOver,
  isPending,
  isStale,
  mayKeep,
  mayResend,
  mayWithdraw,
  type Summary,
  type Wish,
} from './entry.ts'
import { isTheirs, ownerIn } from './owner.ts'

/** Longer than a send may take (post.ts); whoever holds on longer hangs. */
export const LEASE_MS = 25_000

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
  /** The id was there before: a double tap, a back button, a second tab. What was kept first stays. */
  already: boolean
}

/** Keeps an order request on the phone. When this resolves it was read back: it is safe to say "saved". */
export async function enqueue(db: OutboxDatabase, { order, summary, owner }: Wanted, now: number): Promise<Kept> {
  const { id } = order
  const already = await db.transaction('rw', db.outbox, db.drafts, db.kv, async () => {
    // Asked for together, because each answer waits its turn on a slow phone; within a transaction they keep their order.
    const [earlier, last, ownerNow, drafts] = await Promise.all([
      db.outbox.get(id),
      db.kv.get('seq'),
      ownerIn(db),
      db.drafts.toArray(),
    ])
    const spent = drafts.filter(({ orderId }) => orderId === id)
    const dropped = db.drafts.bulkDelete(spent.map((draft) => draft.id))
    if (earlier) return dropped.then(() => true)
    const seq = Number(last?.value ?? 0) + 1
    const entry: Entry = {
      ...fresh,
      id,
      seq,
      owner,
      // A tab that has not heard yet that another account is here now.
      state: isTheirs({ owner }, ownerNow) ? 'queued' : 'away',
      bodyJson: bodyOf(order),
      summary,
      createdAt: now,
      confirmedAt: now,
    }
    await Promise.all([dropped, db.kv.put({ key: 'seq', value: seq }), db.outbox.add(entry)])
    return false
  })
  const entry = await db.outbox.get(id)
  if (!entry) throw new Error('the order request was not there when read back')
  return { entry, already }
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

/** An entry taken for sending: its body is there. */
export type Claimed = Entry & { bodyJson: string }

export interface ClaimRules {
  now: number
  /** Claimed in this drain already: each goes out at most once per drain, as an order and as a cancel. */
  seen: Set<string>
  /** The lock was given to us, so whoever was sending is gone. Without locks, or with one that we stole, only the lease tells. */
  alone: boolean
}

const errand = ({ id, wish }: Entry): string => (wish ? `cancel ${id}` : id)

function isClaimable(entry: Entry, { now, seen, alone }: ClaimRules): entry is Claimed {
  if (entry.bodyJson === null || seen.has(errand(entry))) return false
  if (entry.state === 'sending') return alone || isDue(entry.leaseUntil, now)
  return entry.state === 'queued' && isDue(entry.nextAt, now)
}

/** What may be claimed now, oldest first. */
export async function dueIds(db: OutboxDatabase, rules: ClaimRules): Promise<string[]> {
  const pending = await db.outbox.where('state').anyOf('queued', 'sending').sortBy('seq')
  return pending.filter((entry) => isClaimable(entry, rules)).map(({ id }) => id)
}

/**
 * Only in the transaction that has read it, so that nobody has written between. One question to the disk, where Dexie's
 * `update` would look for the key and read the entry once more.
 */
const rewrite = (db: OutboxDatabase, entry: Entry, changed: Partial<Entry>): Promise<string> =>
  db.outbox.put({ ...entry, ...changed })

/** Takes an entry for sending, in one transaction; parks it when it has become too old to go by itself. */
export function claim(db: OutboxDatabase, id: string, rules: ClaimRules): Promise<Claimed | undefined> {
  const { now, seen } = rules
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !isClaimable(entry, rules)) return undefined
    if (isStale(entry, now)) {
      await rewrite(db, entry, { state: 'attention', reason: 'stale', detail: null, leaseUntil: 0 })
      return undefined
    }
    seen.add(errand(entry))
    const taken = { state: 'sending', attempts: entry.attempts + 1, leaseUntil: now + LEASE_MS } as const
    await rewrite(db, entry, taken)
    return { ...entry, ...taken }
  })
}

/** What the settling of an attempt has to know of it. */
export type Attempt = Pick<Entry, 'id' | 'attempts' | 'wish'>

/**
 * Writes down what an attempt brought. `sent` and `cancelled` are absorbing: either always wins and nothing overwrites it;
 * any other result counts only for the attempt that it belongs to. An order that arrived although it was to be taken back
 * meanwhile is not sent: the shop is asked next.
 * @returns milliseconds until this entry may go again
 */
export function settle(
  db: OutboxDatabase,
  { id, attempts, wish: asked }: Attempt,
  verdict: Verdict,
  { now, random, build }: { now: number; random: () => number; build: string },
): Promise<number> {
  return db.transaction('rw', db.outbox, db.drafts, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || isOver(entry)) return 0
    const isMine = entry.state === 'sending' && entry.attempts === attempts
    if (verdict.to === 'cancelled') {
      await letGo(db, entry, now)
      return 0
    }
    if (entry.wish && !asked && verdict.to !== 'queued') {
      if (isMine) await rewrite(db, entry, { state: 'queued', nextAt: 0, leaseUntil: 0, reason: null, detail: null })
      return 0
    }
    if (verdict.to === 'sent') {
      const reason = verdict.tooLate && entry.wish ? 'too_late' : null
      await rewrite(db, entry, { ...erased, state: 'sent', reason, answer: verdict.answer, sentAt: now })
      return 0
    }
    if (!isMine) return 0
    if (verdict.to === 'attention') {
      const { reason, detail, final } = verdict
      const tooOld = reason === 'client_too_old' ? { refusedBuild: build } : {}
      await rewrite(db, entry, {
        state: 'attention',
        reason,
        detail,
        final,
        leaseUntil: 0,
        foreignInRow: 0,
        ...tooOld,
      })
      return 0
    }
    const delay = verdict.exactlyMs ?? Math.max(verdict.atLeastMs, backoffMs(attempts, random))
    await rewrite(db, entry, {
      state: 'queued',
      reason: verdict.reason,
      nextAt: now + delay,
      holdUntil: verdict.atLeastMs > 0 ? now + verdict.atLeastMs : 0,
      leaseUntil: 0,
      foreignInRow: verdict.foreign ? entry.foreignInRow + 1 : 0,
    })
    return delay
  })
}

/** The shop has let go of it; what was taken back for a change lies in a form from this moment on. */
async function letGo(db: OutboxDatabase, entry: Entry, now: number): Promise<void> {
  const isEdit = entry.wish?.to === 'edit'
  if (isEdit) await db.drafts.put(draftOf(bodyIn(entry), entry, now))
  const reason = isEdit ? 'reopened' : 'order_cancelled'
  await rewrite(db, entry, { ...erased, state: 'cancelled', reason, final: true })
}

/** Name, phone and comment leave the phone's store in the same transaction that ends the entry. */
const erased = {
  bodyJson: null,
  reason: null,
  detail: null,
  leaseUntil: 0,
  foreignInRow: 0,
  wish: undefined,
} as const

/** Our own bytes, read back. */
const bodyIn = ({ bodyJson }: Entry): NewOrderSent => JSON.parse(bodyJson ?? '{}') as NewOrderSent

/** The network may be back: everything queued is due, except where the server named a time. */
export async function makeDue(db: OutboxDatabase, now: number): Promise<void> {
  await db.outbox
    .where('state')
    .equals('queued')
    .filter((entry) => entry.nextAt !== soonest(entry, now))
    .modify((entry) => {
      entry.nextAt = soonest(entry, now)
    })
}

/** When it may go if nobody but the server has a say. */
const soonest = ({ holdUntil }: Entry, now: number): number => (isDue(holdUntil, now) ? 0 : holdUntil)

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
