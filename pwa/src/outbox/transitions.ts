import { backoffMs, earliestAttemptAt } from './backoff.ts'
import type { Verdict } from './classify-result.ts'
import {
  canRevertCancel,
  type Entry,
  GUEST,
  isClockSet,
  isOpen,
  isSignInRequired,
  isTerminal,
  isVisibleTo,
  type PendingCancel,
} from './entry.ts'

/**
 * Every state change of an entry. Each function returns the changed fields; the caller writes them in the transaction that
 * read the entry. After a crash the disk therefore holds the state before or after, never a part of the change.
 */
export type EntryChanges = Partial<Entry>

/** The fields of an entry that was not sent yet. */
const initialFields = {
  reason: null,
  detail: null,
  final: false,
  attempts: 0,
  nextAt: 0,
  holdUntil: 0,
  leaseUntil: 0,
  foreignInRow: 0,
} as const

type NewFields = Pick<Entry, 'id' | 'seq' | 'owner' | 'v' | 'bodyJson' | 'summary'>

/**
 * New → `queued`, or `away` when the phone belongs to another account by now.
 * Crash before: the draft is on disk. Crash after: the next flush of any tab or of the service worker sends the entry.
 */
export const createEntry = (fields: NewFields, { ownerNow, now }: { ownerNow: string; now: number }): Entry => ({
  ...initialFields,
  ...fields,
  // A tab that did not receive the account change yet may still save for the former account.
  // mutation test: late-tab-other-account
  state: isVisibleTo(fields, ownerNow) ? 'queued' : 'away',
  createdAt: now,
  confirmedAt: now,
})

/** Longer than the timeout of a send (post-order.ts): a sender that holds its lease longer hangs. */
const LEASE_MS = 25_000

/**
 * `queued`, or `sending` with an expired lease → `sending`.
 * Crash after: the server may have the order. The next holder of the lock, or any flush after the lease, sends the same bytes
 * under the same id.
 */
export const claimed = ({ attempts, confirmedAt }: Entry, now: number) =>
  ({
    state: 'sending',
    attempts: attempts + 1,
    leaseUntil: now + LEASE_MS,
    triedAt: now,
    isForced: undefined,
    // Saved before the clock was set: its age counts from the first claim with a plausible clock.
    confirmedAt: isClockSet(now) && !isClockSet(confirmedAt) ? now : confirmedAt,
  }) as const satisfies EntryChanges

/** `queued` or `sending` → `attention`: too old to be sent without the shopper. Crash before: the next claim repeats it. */
export const parkedAsStale = { state: 'attention', reason: 'stale', detail: null, leaseUntil: 0 } as const

/** `attention` → `queued`, without a wait. Crash before: the entry keeps its reason and the trigger repeats. */
const unparkedFields = { state: 'queued', nextAt: 0, reason: null, detail: null } as const

/** An `attention` entry that a former build could not send → `queued`; `resumeAfterUpdate` runs at each start of the page. */
export const resumedAfterUpdate: EntryChanges = unparkedFields

/**
 * `queued` or `attention` → `queued` on the shopper's request: ends every wait, also the server's `Retry-After`, and does
 * not wait for the browser to report a network, which some desktops and VPNs never do.
 */
export const resent = (now: number): EntryChanges => ({
  ...unparkedFields,
  holdUntil: 0,
  triedAt: undefined,
  isForced: true,
  confirmedAt: now,
})

/** `queued` → `queued`, due at once or when the server's `Retry-After` has passed. */
export function markDue(entry: Entry, now: number): void {
  entry.nextAt = earliestAttemptAt(entry, now)
}

/** The transaction that ends an entry also deletes its name, phone number and comment. */
const tombstoneFields = {
  // mutation test: body-erased-at-end
  bodyJson: null,
  reason: null,
  detail: null,
  leaseUntil: 0,
  foreignInRow: 0,
  wish: undefined,
} as const

/** `queued` or `attention`, never stored by the server → `cancelled`. Crash before: the shopper's entry is as it was. */
export const withdrawn: EntryChanges = { ...tombstoneFields, state: 'cancelled', reason: 'withdrawn' }

/**
 * Any open state → the same with a pending cancel; `queued` unless an attempt is in flight.
 * Crash after: the next flush sends the cancel, or settling the attempt in flight queues it.
 */
export function requestCancel(entry: Entry, to: PendingCancel['to'], now: number): void {
  entry.wish ??= { to, since: entry.attempts }
  entry.wish.to = to
  if (entry.state === 'sending') return
  entry.state = 'queued'
  markDue(entry, now)
}

/** Removes a pending cancel that the server cannot have received; undefined when it may have. */
export const cancelReverted = (entry: Entry, now: number): EntryChanges | undefined =>
  canRevertCancel(entry) ? { wish: undefined, confirmedAt: now } : undefined

/** Never equals a number of attempts: this cancel cannot be reverted. */
const IRREVERSIBLE = -1

/**
 * Any open state → the same without the shopper's data, with a cancel that cannot be reverted: the server may have it.
 * Crash before: the whole erasure is undone, and the shopper sees the entry as it was.
 */
export function anonymiseAndCancel(entry: Entry): void {
  const pendingCancel = { to: 'cancel', since: IRREVERSIBLE } as const
  Object.assign(entry, { wish: pendingCancel, owner: GUEST, bodyJson: '{}', summary: { lines: [], total: null } })
  if (entry.state !== 'sending') Object.assign(entry, unparkedFields)
}

/**
 * Open ↔ `away` when the account of this phone changes; `attention` for a sign-in → `queued` when its owner signs in.
 * Crash before: local storage keeps the pending switch, and the next start of the page finishes it.
 */
export function applyOwner(entry: Entry, owner: string): void {
  // mutation test: other-account-hidden, other-account-restored
  if (isOpen(entry) && !isVisibleTo(entry, owner)) {
    entry.was = entry.state === 'attention' ? 'attention' : 'queued'
    entry.state = 'away'
  } else if (entry.state === 'away' && isVisibleTo(entry, owner)) {
    entry.state = entry.was ?? 'queued'
    entry.nextAt = 0
  }
  // mutation test: sign-in-resumes
  if (isSignInRequired(entry) && entry.owner === owner) Object.assign(entry, unparkedFields)
}

/** The attempt that a verdict belongs to. */
export type SendAttempt = Pick<Entry, 'id' | 'attempts' | 'wish'>

export interface SettleOptions {
  now: number
  random: () => number
  build: string
}

export interface Settlement {
  /** Undefined: nothing is written. */
  changes?: EntryChanges
  /** Milliseconds until this entry may be sent again. */
  waitMs: number
}

/**
 * `sending` → `sent`, `cancelled`, `attention` or `queued`. `sent`, `cancelled` and `reopened` are terminal and accepted from
 * every state; any other verdict counts only for the current attempt. An order stored despite a pending cancel is queued for it.
 * Crash before: the entry stays `sending`, and the next claim repeats the request; the server returns the stored result.
 */
export function settlement(
  entry: Entry | undefined,
  { attempts, wish: cancelAtClaim }: SendAttempt,
  verdict: Verdict,
  options: SettleOptions,
): Settlement {
  // mutation test: ended-entry-absorbs
  if (!entry || isTerminal(entry)) return { waitMs: 0 }
  // mutation test: ended-entry-absorbs
  const isCurrentAttempt = entry.state === 'sending' && entry.attempts === attempts
  if (verdict.kind === 'cancelled') return { changes: cancelled(entry), waitMs: 0 }
  // mutation test: pending-cancel-kept
  if (entry.wish && !cancelAtClaim && verdict.kind !== 'queued')
    return isCurrentAttempt ? { changes: { ...unparkedFields, leaseUntil: 0 }, waitMs: 0 } : { waitMs: 0 }
  if (verdict.kind === 'sent') return { changes: sent(entry, verdict, options.now), waitMs: 0 }
  if (!isCurrentAttempt) return { waitMs: 0 }
  if (verdict.kind === 'attention') return { changes: rejected(entry, verdict, options.build), waitMs: 0 }
  return retried(entry, verdict, options)
}

type VerdictOf<Kind extends Verdict['kind']> = Extract<Verdict, { kind: Kind }>

const sent = (entry: Entry, { isTooLate, answer }: VerdictOf<'sent'>, now: number): EntryChanges => ({
  ...tombstoneFields,
  state: 'sent',
  reason: isTooLate && entry.wish ? 'too_late' : null,
  answer,
  sentAt: now,
})

const rejected = (
  entry: Entry,
  { reason, detail, final, isEarlyRejection }: VerdictOf<'attention'>,
  build: string,
): EntryChanges => ({
  state: 'attention',
  reason,
  detail,
  final,
  leaseUntil: 0,
  foreignInRow: 0,
  // mutation test: refusal-counts-own-attempt
  ...(isEarlyRejection && { refusals: (entry.refusals ?? 0) + 1 }),
  ...(reason === 'client_too_old' && { refusedBuild: build }),
})

function retried(entry: Entry, verdict: VerdictOf<'queued'>, { now, random }: SettleOptions): Settlement {
  const { reason, isForeign, minDelayMs, exactDelayMs } = verdict
  const waitMs = exactDelayMs ?? Math.max(minDelayMs, backoffMs(entry.attempts, random))
  const changes: EntryChanges = {
    state: 'queued',
    reason,
    nextAt: now + waitMs,
    holdUntil: minDelayMs > 0 ? now + minDelayMs : 0,
    leaseUntil: 0,
    foreignInRow: isForeign ? entry.foreignInRow + 1 : 0,
  }
  return { changes, waitMs }
}

/**
 * Any state → `cancelled`, or `attention` with reason `reopened` for a change.
 * A reopened entry keeps its body until its form is opened: after a crash the list of pending orders offers it again.
 */
function cancelled(entry: Entry): EntryChanges {
  // mutation test: edit-keeps-body
  if (entry.wish?.to !== 'edit')
    return { ...tombstoneFields, state: 'cancelled', reason: 'order_cancelled', final: true }
  const state = entry.state === 'away' ? { was: 'attention' as const } : { state: 'attention' as const }
  const { bodyJson: _, ...tombstoneFieldsExceptBody } = tombstoneFields
  return { ...tombstoneFieldsExceptBody, ...state, reason: 'reopened', final: true }
}
