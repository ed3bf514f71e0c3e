import type { Verdict } from '../outbox/classify-result.ts'
import { type Entry, canWithdraw, isPending } from '../outbox/entry.ts'
import type { EntryReason } from '../outbox/reason.ts'
import { switchAccount } from '../outbox/switch-account.ts'
import type { PageOutbox } from '../outbox/page-outbox.ts'
import { resend, type NewEntry } from '../outbox/queue.ts'
import { type StorageTimeouts, withStorage } from '../outbox/storage.ts'
import { submit } from '../outbox/submit.ts'
import { runWhenIdle } from '../shared/idle.ts'

/** Milliseconds without an outcome after which the form shows that the order is unconfirmed. */
export const UNCONFIRMED_AFTER_MS = 4_500
/** Milliseconds after which the form closes although the attempt is not settled: the entry is stored. */
export const CONFIRM_TIMEOUT_MS = 3_500
/** Milliseconds for reading the entry once more after that. */
const FINAL_READ_TIMEOUT_MS = 500

type OutboxParts = Pick<PageOutbox, 'parts' | 'sender'>

export type Outcome =
  /** The shop has confirmed the order. */
  | { kind: 'sent' }
  /** Stored on this phone; the outbox sends it. */
  | { kind: 'saved'; entry: Entry }
  /**
   * The shop rejected it. `final`: no copy can become an order, so a changed one may be sent under another id.
   * `isEarlyRejection`, of an order that this phone does not store: the shop rejected this attempt before storing it.
   */
  | { kind: 'refused'; reason: EntryReason; detail: unknown; final: boolean; isEarlyRejection?: boolean | undefined }
  /** Another tab has sent something else from the same form, under the same id: this order is not stored. */
  | { kind: 'spent' }
  /** Neither stored nor confirmed. */
  | { kind: 'unsaved' }

interface PlaceOrderOptions {
  confirmTimeoutMs?: number
  /** `navigator.onLine`. While false, the outbox attempts nothing without "send now". */
  isOnline?: boolean
  /** Id of the account that is signed in on this device. */
  signedInUserId?: string | undefined
  /** Called when there is no outcome after `unconfirmedAfterMs`; the outcome follows. */
  onUnconfirmed?: () => void
  unconfirmedAfterMs?: number
}

/**
 * Stores the order, sends it, and returns the outcome. Without storage and without a response this takes as long as the
 * send timeout; `onUnconfirmed` is called before.
 */
export async function placeOrder(
  page: OutboxParts,
  newEntry: NewEntry,
  options: StorageTimeouts & PlaceOrderOptions = {},
): Promise<Outcome> {
  const { onUnconfirmed, unconfirmedAfterMs = UNCONFIRMED_AFTER_MS } = options
  const timer = onUnconfirmed && setTimeout(onUnconfirmed, unconfirmedAfterMs)
  try {
    return await storeAndSend(page, newEntry, options)
  } finally {
    clearTimeout(timer)
  }
}

async function storeAndSend(
  page: OutboxParts,
  newEntry: NewEntry,
  {
    confirmTimeoutMs = CONFIRM_TIMEOUT_MS,
    isOnline = true,
    signedInUserId,
    ...timeouts
  }: StorageTimeouts & PlaceOrderOptions,
): Promise<Outcome> {
  const { parts, sender } = page
  const submitted = await submit(parts, newEntry, timeouts)
  if (submitted.kind === 'direct') return outcomeWithoutStorage(submitted.verdict)
  const { duplicate } = submitted
  if (duplicate === 'another') return { kind: 'spent' }
  // A second tap on a parked order sends it again. A double tap while offline must not: nothing is attempted then.
  if (duplicate && (isOnline || !isPending(submitted.entry))) await resend(parts.db, submitted.entry.id, parts.now())
  const entry = await adoptEntry(parts.db, submitted.entry, signedInUserId)
  if (!isOnline && entry.state !== 'away') {
    // Offline the page shows the stored order first, and the sender waits for the network. `setTimeout`: it may be idle
    // before it paints.
    setTimeout(() => runWhenIdle(() => void sender.nudge()))
    return { kind: 'saved', entry }
  }
  return outcomeOf(await sendWithin(page, entry, confirmTimeoutMs))
}

/** Switches the outbox to the signed-in account when the database missed that: a hidden entry would never be sent. */
async function adoptEntry(
  db: PageOutbox['parts']['db'],
  entry: Entry,
  signedInUserId: string | undefined,
): Promise<Entry> {
  if (entry.state !== 'away' || entry.owner !== signedInUserId) return entry
  await switchAccount(db, entry.owner)
  return (await db.outbox.get(entry.id)) ?? entry
}

function outcomeWithoutStorage(verdict: Verdict): Outcome {
  if (verdict.kind === 'sent') return { kind: 'sent' }
  if (verdict.kind === 'queued') return { kind: 'unsaved' }
  if (verdict.kind === 'cancelled') return { kind: 'refused', reason: 'order_cancelled', detail: null, final: true }
  const { reason, detail, final, isEarlyRejection } = verdict
  if (reason === 'order_differs') return { kind: 'spent' }
  return { kind: 'refused', reason, detail, final, isEarlyRejection }
}

function outcomeOf(entry: Entry): Outcome {
  const { state, reason, detail } = entry
  if (state === 'sent') return { kind: 'sent' }
  if (state === 'queued' || state === 'sending') return { kind: 'saved', entry }
  if (state === 'away') return { kind: 'refused', reason: 'account_mismatch', detail: null, final: false }
  return { kind: 'refused', reason: reason ?? 'unknown', detail, final: entry.final || canWithdraw(entry) }
}

/**
 * Sends the entry and returns it after its attempt, or as it is on disk after the timeout: another tab may be sending it.
 */
async function sendWithin({ parts: { db }, sender }: OutboxParts, stored: Entry, timeoutMs: number): Promise<Entry> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs)
  })
  const settled = await Promise.race([sender.sendEntry(stored.id).catch(() => undefined), timeout])
  clearTimeout(timer)
  if (settled) return settled
  const readOptions = { timeoutMs: FINAL_READ_TIMEOUT_MS, reopenDelaysMs: [] }
  return (await withStorage(db, () => db.outbox.get(stored.id), readOptions).catch(() => undefined)) ?? stored
}
