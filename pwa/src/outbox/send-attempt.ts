import { isDue } from './backoff.ts'
import type { Verdict } from './classify-result.ts'
import type { OutboxDatabase } from './database.ts'
import { type Entry, isStale } from './entry.ts'
import { claimed, parkedAsStale, type SendAttempt, type SettleOptions, settlement } from './transitions.ts'
import { updateEntry } from './update-entry.ts'

/** An entry claimed for sending: it has a body. */
export type ClaimedEntry = Entry & { bodyJson: string }

export interface ClaimOptions {
  now: number
  /** Claimed in this drain already: each entry is sent at most once per drain as an order, and once as a cancel. */
  claimedKeys: Set<string>
  /** Ids that this drain is sending; they cannot be claimed again, also with `canIgnoreLeases`. */
  inFlight?: ReadonlySet<string>
  /** The lock was granted, so no other sender is alive. Without locks, or with a stolen lock, only the lease counts. */
  canIgnoreLeases: boolean
  /** The browser reports no network: an attempt would only hide that the shop cannot have the order. */
  isOffline: boolean
}

const claimKeyOf = ({ id, wish: pendingCancel }: Entry): string => (pendingCancel ? `cancel ${id}` : id)

function isClaimable(
  entry: Entry,
  { now, claimedKeys, inFlight, canIgnoreLeases, isOffline }: ClaimOptions,
): entry is ClaimedEntry {
  if (entry.bodyJson === null || claimedKeys.has(claimKeyOf(entry)) || inFlight?.has(entry.id)) return false
  // A stale entry is claimed only to be parked, which needs no network.
  // mutation test: no-attempt-while-offline
  if (isOffline && !entry.isForced && !isStale(entry, now)) return false
  // mutation test: expired-lease-claimed
  if (entry.state === 'sending') return canIgnoreLeases || isDue(entry.leaseUntil, now)
  return entry.state === 'queued' && isDue(entry.nextAt, now)
}

/** Returns the ids that may be claimed now: oldest first, or least recently tried first. */
export async function readDueIds(
  db: OutboxDatabase,
  options: ClaimOptions,
  order: 'oldest' | 'least tried' = 'oldest',
): Promise<string[]> {
  const pending = await db.outbox.where('state').anyOf('queued', 'sending').sortBy('seq')
  const due = pending.filter((entry) => isClaimable(entry, options))
  // A time in the future means that the clock was set back since.
  // mutation test: future-attempt-time-ignored
  const lastTriedAt = (entry: Entry) => (entry.triedAt && entry.triedAt <= options.now ? entry.triedAt : 0)
  // mutation test: least-tried-first
  if (order === 'least tried') due.sort((first, second) => lastTriedAt(first) - lastTriedAt(second))
  return due.map(({ id }) => id)
}

/** Claims an entry for sending in one transaction; parks it when it is too old to be sent without the shopper. */
export function claim(db: OutboxDatabase, id: string, options: ClaimOptions): Promise<ClaimedEntry | undefined> {
  const { now, claimedKeys } = options
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(id)
    if (!entry || !isClaimable(entry, options)) return undefined
    if (isStale(entry, now)) {
      await updateEntry(db, entry, parkedAsStale)
      return undefined
    }
    claimedKeys.add(claimKeyOf(entry))
    const claimedFields = claimed(entry, now)
    await updateEntry(db, entry, claimedFields)
    return { ...entry, ...claimedFields }
  })
}

/** Writes the result of an attempt. Returns the milliseconds until this entry may be sent again. */
export function settle(
  db: OutboxDatabase,
  attempt: SendAttempt,
  verdict: Verdict,
  options: SettleOptions,
): Promise<number> {
  return db.transaction('rw', db.outbox, async () => {
    const entry = await db.outbox.get(attempt.id)
    const { changes, waitMs } = settlement(entry, attempt, verdict, options)
    if (entry && changes) await updateEntry(db, entry, changes)
    return waitMs
  })
}
