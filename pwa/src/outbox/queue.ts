import type { NewOrderSent } from '@tsedra/contract/orders'
import { backoffMs, isDue } from './backoff.ts'
import type { Verdict } from './classify.ts'
import type { OutboxDatabase } from './database.ts'
import type { Draft } from './drafts.ts'
import { type Entry, isOpen, isPending, isStale, mayResend, mayWithdraw, type Summary } from './entry.ts'

export const LEASE_MS = 45_000

export interface Wanted {
  order: NewOrderSent & { id: string }
  summary: Summary
  owner: string
}

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
    const earlier = await db.outbox.get(id)
    if (!earlier) {
      const seq = Number((await db.kv.get('seq'))?.value ?? 0) + 1
      await db.kv.put({ key: 'seq', value: seq })
      await db.outbox.add({
        ...fresh,
        id,
        seq,
        owner,
        bodyJson: bodyOf(order),
        summary,
        createdAt: now,
        confirmedAt: now,
      })
    }
    await db.drafts.filter((draft) => draft.orderId === id).delete()
    return earlier !== undefined
  })
  const entry = await db.transaction('r', db.outbox, () => db.outbox.get(id))
  if (!entry) throw new Error('the order request was not there when read back')
  return { entry, already }
}

const fresh = {
  v: 1,
  state: 'queued',
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
  owner: string
  now: number
  /** Claimed in this drain already: each goes out at most once per drain. */
  seen: ReadonlySet<string>
  /** We hold the lock, so whoever was sending is gone. Without locks only the lease tells. */
  alone: boolean
}

/** Takes the oldest entry that is due, in one transaction, and parks those that have become too old to go by themselves. */
export function claim(db: OutboxDatabase, { owner, now, seen, alone }: ClaimRules): Promise<Claimed | undefined> {
  return db.transaction('rw', db.outbox, async () => {
    for (const entry of await db.outbox.where('state').anyOf('queued', 'sending').sortBy('seq')) {
      const { id, state, bodyJson } = entry
      if (entry.owner !== owner || seen.has(id) || bodyJson === null) continue
      const due = state === 'sending' ? alone || isDue(entry.leaseUntil, now) : isDue(entry.nextAt, now)
      if (!due) continue
      if (isStale(entry, now)) {
        await db.outbox.update(id, { state: 'attention', reason: 'stale', detail: null, leaseUntil: 0 })
        continue
      }
      const taken = { state: 'sending', attempts: entry.attempts + 1, leaseUntil: now + LEASE_MS } as const
      await db.outbox.update(id, taken)
      return { ...entry, ...taken, bodyJson }
    }
    return undefined
  })
}

/**
 * Writes down what an attempt brought. `sent` is absorbing: success always wins and nothing overwrites it; any other
 * result counts only for the attempt that it belongs to.
 * @returns milliseconds until this entry may go again
 */
export function settle(
  db: OutboxDatabase,
  { id, attempts }: Pick<Entry, 'id' | 'attempts'>,
  verdict: Verdict,
  { now, random, build }: { now: number; random: () => number; build: string },
): Promise<number> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || entry.state === 'sent') return 0
    if (verdict.to === 'sent') {
      await db.outbox.update(id, { ...erased, state: 'sent', answer: verdict.answer, sentAt: now })
      return 0
    }
    if (entry.state !== 'sending' || entry.attempts !== attempts) return 0
    if (verdict.to === 'cancelled') {
      await db.outbox.update(id, { ...erased, state: 'cancelled', reason: 'order_cancelled', final: true })
      return 0
    }
    if (verdict.to === 'attention') {
      const { reason, detail, final } = verdict
      const tooOld = reason === 'client_too_old' ? { refusedBuild: build } : {}
      await db.outbox.update(id, {
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
    await db.outbox.update(id, {
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

/** Name, phone and comment leave the phone's store in the same transaction that ends the entry. */
const erased = { bodyJson: null, reason: null, detail: null, leaseUntil: 0, foreignInRow: 0 } as const

/** The network may be back: everything queued is due, except where the server named a time. */
export async function makeDue(db: OutboxDatabase, now: number): Promise<void> {
  await db.outbox
    .where('state')
    .equals('queued')
    .modify((entry) => {
      entry.nextAt = isDue(entry.holdUntil, now) ? 0 : entry.holdUntil
    })
}

/** The shopper says "send it": also a parked one, and a stale one counts as fresh again. False when that cannot help. */
export function resend(db: OutboxDatabase, id: string, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !mayResend(entry)) return false
    if (entry.state === 'sending') return true
    const nextAt = isDue(entry.holdUntil, now) ? 0 : entry.holdUntil
    await db.outbox.update(id, { state: 'queued', nextAt, confirmedAt: now, reason: null, detail: null })
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
    await db.outbox.update(id, { ...erased, state: 'cancelled', reason: 'withdrawn' })
    return entry
  })
}

/** Withdraws it and lays what was in it into a form with another id, in one step: nothing that was typed gets lost between. */
export function reopen(
  db: OutboxDatabase,
  id: string,
  draftOf: (body: NewOrderSent, entry: Entry) => Draft,
): Promise<Draft | 'too_late' | 'unknown_outcome'> {
  return db.transaction('rw', db.outbox, db.drafts, async () => {
    const entry = await withdraw(db, id)
    if (typeof entry === 'string') return entry
    const draft = draftOf(JSON.parse(entry.bodyJson ?? '{}') as NewOrderSent, entry) // our own bytes
    await db.drafts.put(draft)
    return draft
  })
}

export const pendingEntries = async (db: OutboxDatabase): Promise<Entry[]> => openEntries(db, isPending)

/** What waits or needs the shopper, oldest first. */
export async function openEntries(db: OutboxDatabase, which: (entry: Entry) => boolean = isOpen): Promise<Entry[]> {
  return (await db.outbox.orderBy('seq').toArray()).filter(which)
}
