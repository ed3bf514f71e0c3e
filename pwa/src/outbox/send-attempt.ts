import { backoffMs, isDue } from './backoff.ts'
import type { Verdict } from './classify-result.ts'
import type { OutboxDatabase } from './database.ts'
import { type Entry, isTerminal, isClockSet, isStale } from './entry.ts'
import { tombstoneFields, updateEntry } from './update-entry.ts'

/** Longer than a send may take (post.ts); whoever holds on longer hangs. */
const LEASE_MS = 25_000

/** An entry taken for sending: its body is there. */
export type ClaimedEntry = Entry & { bodyJson: string }

export interface ClaimOptions {
  now: number
  /** Claimed in this drain already: each goes out at most once per drain, as an order and as a cancel. */
  claimedKeys: Set<string>
  /** Ids that this drain is sending at the moment: no orphans, although `alone`. */
  inFlight?: ReadonlySet<string>
  /** The lock was given to us, so whoever was sending is gone. Without locks, or with one that we stole, only the lease tells. */
  canIgnoreLeases: boolean
}

const claimKeyOf = ({ id, wish: pendingCancel }: Entry): string => (pendingCancel ? `cancel ${id}` : id)

function isClaimable(
  entry: Entry,
  { now, claimedKeys, inFlight, canIgnoreLeases }: ClaimOptions,
): entry is ClaimedEntry {
  if (entry.bodyJson === null || claimedKeys.has(claimKeyOf(entry)) || inFlight?.has(entry.id)) return false
  // mutation test: expired-lease-claimed
  if (entry.state === 'sending') return canIgnoreLeases || isDue(entry.leaseUntil, now)
  return entry.state === 'queued' && isDue(entry.nextAt, now)
}

/** What may be claimed now: oldest first, or first what was never tried or was tried longest ago. */
export async function readDueIds(
  db: OutboxDatabase,
  options: ClaimOptions,
  order: 'oldest' | 'least tried' = 'oldest',
): Promise<string[]> {
  const pending = await db.outbox.where('state').anyOf('queued', 'sending').sortBy('seq')
  const due = pending.filter((entry) => isClaimable(entry, options))
  // A time still to come means that the clock jumped back since.
  // mutation test: future-attempt-time-ignored
  const lastTriedAt = (entry: Entry) => (entry.triedAt && entry.triedAt <= options.now ? entry.triedAt : 0)
  // mutation test: least-tried-first
  if (order === 'least tried') due.sort((first, second) => lastTriedAt(first) - lastTriedAt(second))
  return due.map(({ id }) => id)
}

/** Takes an entry for sending, in one transaction; parks it when it has become too old to go by itself. */
export function claim(db: OutboxDatabase, id: string, options: ClaimOptions): Promise<ClaimedEntry | undefined> {
  const { now, claimedKeys } = options
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !isClaimable(entry, options)) return undefined
    if (isStale(entry, now)) {
      await updateEntry(db, entry, { state: 'attention', reason: 'stale', detail: null, leaseUntil: 0 })
      return undefined
    }
    claimedKeys.add(claimKeyOf(entry))
    const claimedFields = {
      state: 'sending',
      attempts: entry.attempts + 1,
      leaseUntil: now + LEASE_MS,
      triedAt: now,
      // Saved before the clock was set: its age counts from the first look at a clock that is.
      confirmedAt: isClockSet(now) && !isClockSet(entry.confirmedAt) ? now : entry.confirmedAt,
    } as const
    await updateEntry(db, entry, claimedFields)
    return { ...entry, ...claimedFields }
  })
}

/** What the settling of an attempt has to know of it. */
export type SendAttempt = Pick<Entry, 'id' | 'attempts' | 'wish'>

/**
 * Writes down what an attempt brought. `sent`, `cancelled` and `reopened` are absorbing: either always wins and nothing
 * overwrites it; any other result counts only for the attempt that it belongs to. An order that arrived although it was to be taken back
 * meanwhile is not sent: the shop is asked next.
 * @returns milliseconds until this entry may go again
 */
export function settle(
  db: OutboxDatabase,
  { id, attempts, wish: cancelAtClaim }: SendAttempt,
  verdict: Verdict,
  { now, random, build }: { now: number; random: () => number; build: string },
): Promise<number> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    // mutation test: ended-entry-absorbs
    if (!entry || isTerminal(entry)) return 0
    // mutation test: ended-entry-absorbs
    const isCurrentAttempt = entry.state === 'sending' && entry.attempts === attempts
    if (verdict.kind === 'cancelled') {
      await settleCancelled(db, entry)
      return 0
    }
    // mutation test: pending-cancel-kept
    if (entry.wish && !cancelAtClaim && verdict.kind !== 'queued') {
      if (isCurrentAttempt)
        await updateEntry(db, entry, { state: 'queued', nextAt: 0, leaseUntil: 0, reason: null, detail: null })
      return 0
    }
    if (verdict.kind === 'sent') {
      const reason = verdict.isTooLate && entry.wish ? 'too_late' : null
      await updateEntry(db, entry, { ...tombstoneFields, state: 'sent', reason, answer: verdict.answer, sentAt: now })
      return 0
    }
    if (!isCurrentAttempt) return 0
    if (verdict.kind === 'attention') {
      const { reason, detail, final, isEarlyRejection } = verdict
      const refusedBuildFields = reason === 'client_too_old' ? { refusedBuild: build } : {}
      await updateEntry(db, entry, {
        state: 'attention',
        reason,
        detail,
        final,
        leaseUntil: 0,
        foreignInRow: 0,
        // mutation test: refusal-counts-own-attempt
        ...(isEarlyRejection && { refusals: (entry.refusals ?? 0) + 1 }),
        ...refusedBuildFields,
      })
      return 0
    }
    const delayMs = verdict.exactDelayMs ?? Math.max(verdict.minDelayMs, backoffMs(attempts, random))
    await updateEntry(db, entry, {
      state: 'queued',
      reason: verdict.reason,
      nextAt: now + delayMs,
      holdUntil: verdict.minDelayMs > 0 ? now + verdict.minDelayMs : 0,
      leaseUntil: 0,
      foreignInRow: verdict.isForeign ? entry.foreignInRow + 1 : 0,
    })
    return delayMs
  })
}

/**
 * The shop has let go of it. What was taken back for a change stays with all that is in it until its form is opened: whoever
 * wished it may be gone by now.
 */
async function settleCancelled(db: OutboxDatabase, entry: Entry): Promise<void> {
  // mutation test: edit-keeps-body
  if (entry.wish?.to !== 'edit') {
    await updateEntry(db, entry, { ...tombstoneFields, state: 'cancelled', reason: 'order_cancelled', final: true })
    return
  }
  const state = entry.state === 'away' ? { was: 'attention' as const } : { state: 'attention' as const }
  const { bodyJson: _, ...tombstoneFieldsExceptBody } = tombstoneFields
  await updateEntry(db, entry, { ...tombstoneFieldsExceptBody, ...state, reason: 'reopened', final: true })
}
