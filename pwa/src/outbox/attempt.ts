import { backoffMs, isDue } from './backoff.ts'
import type { Verdict } from './classify.ts'
import type { OutboxDatabase } from './database.ts'
import { type Entry, hasEnded, isClockSet, isStale } from './entry.ts'
import { erased, rewrite } from './rewrite.ts'

/** Longer than a send may take (post.ts); whoever holds on longer hangs. */
const LEASE_MS = 25_000

/** An entry taken for sending: its body is there. */
export type Claimed = Entry & { bodyJson: string }

export interface ClaimRules {
  now: number
  /** Claimed in this drain already: each goes out at most once per drain, as an order and as a cancel. */
  seen: Set<string>
  /** Ids that this drain is sending at the moment: no orphans, although `alone`. */
  inFlight?: ReadonlySet<string>
  /** The lock was given to us, so whoever was sending is gone. Without locks, or with one that we stole, only the lease tells. */
  alone: boolean
}

const errand = ({ id, wish }: Entry): string => (wish ? `cancel ${id}` : id)

function isClaimable(entry: Entry, { now, seen, inFlight, alone }: ClaimRules): entry is Claimed {
  if (entry.bodyJson === null || seen.has(errand(entry)) || inFlight?.has(entry.id)) return false
  // mutation test: expired-lease-claimed
  if (entry.state === 'sending') return alone || isDue(entry.leaseUntil, now)
  return entry.state === 'queued' && isDue(entry.nextAt, now)
}

/** What may be claimed now: oldest first, or first what was never tried or was tried longest ago. */
export async function dueIds(
  db: OutboxDatabase,
  rules: ClaimRules,
  order: 'oldest' | 'least tried' = 'oldest',
): Promise<string[]> {
  const pending = await db.outbox.where('state').anyOf('queued', 'sending').sortBy('seq')
  const due = pending.filter((entry) => isClaimable(entry, rules))
  // A time still to come means that the clock jumped back since.
  // mutation test: future-attempt-time-ignored
  const triedAt = (entry: Entry) => (entry.triedAt && entry.triedAt <= rules.now ? entry.triedAt : 0)
  // mutation test: least-tried-first
  if (order === 'least tried') due.sort((one, other) => triedAt(one) - triedAt(other))
  return due.map(({ id }) => id)
}

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
    const taken = {
      state: 'sending',
      attempts: entry.attempts + 1,
      leaseUntil: now + LEASE_MS,
      triedAt: now,
      // Saved before the clock was set: its age counts from the first look at a clock that is.
      confirmedAt: isClockSet(now) && !isClockSet(entry.confirmedAt) ? now : entry.confirmedAt,
    } as const
    await rewrite(db, entry, taken)
    return { ...entry, ...taken }
  })
}

/** What the settling of an attempt has to know of it. */
export type Attempt = Pick<Entry, 'id' | 'attempts' | 'wish'>

/**
 * Writes down what an attempt brought. `sent`, `cancelled` and `reopened` are absorbing: either always wins and nothing
 * overwrites it; any other result counts only for the attempt that it belongs to. An order that arrived although it was to be taken back
 * meanwhile is not sent: the shop is asked next.
 * @returns milliseconds until this entry may go again
 */
export function settle(
  db: OutboxDatabase,
  { id, attempts, wish: asked }: Attempt,
  verdict: Verdict,
  { now, random, build }: { now: number; random: () => number; build: string },
): Promise<number> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    // mutation test: ended-entry-absorbs
    if (!entry || hasEnded(entry)) return 0
    // mutation test: ended-entry-absorbs
    const isMine = entry.state === 'sending' && entry.attempts === attempts
    if (verdict.to === 'cancelled') {
      await letGo(db, entry)
      return 0
    }
    // mutation test: pending-cancel-kept
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
      const { reason, detail, final, notTaken } = verdict
      const tooOld = reason === 'client_too_old' ? { refusedBuild: build } : {}
      await rewrite(db, entry, {
        state: 'attention',
        reason,
        detail,
        final,
        leaseUntil: 0,
        foreignInRow: 0,
        // mutation test: refusal-counts-own-attempt
        ...(notTaken && { refusals: (entry.refusals ?? 0) + 1 }),
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

/**
 * The shop has let go of it. What was taken back for a change stays with all that is in it until its form is opened: whoever
 * wished it may be gone by now.
 */
async function letGo(db: OutboxDatabase, entry: Entry): Promise<void> {
  // mutation test: edit-keeps-body
  if (entry.wish?.to !== 'edit') {
    await rewrite(db, entry, { ...erased, state: 'cancelled', reason: 'order_cancelled', final: true })
    return
  }
  const state = entry.state === 'away' ? { was: 'attention' as const } : { state: 'attention' as const }
  const { bodyJson: _, ...nothingElse } = erased
  await rewrite(db, entry, { ...nothingElse, ...state, reason: 'reopened', final: true })
}
