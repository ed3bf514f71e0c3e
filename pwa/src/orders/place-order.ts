import { liveQuery } from 'dexie'
import type { Verdict } from '../outbox/classify.ts'
import { type Entry, mayWithdraw } from '../outbox/entry.ts'
import { handOver } from '../outbox/owner.ts'
import type { PageOutbox } from '../outbox/page-outbox.ts'
import { resend, type Wanted } from '../outbox/queue.ts'
import type { StorageLimits } from '../outbox/storage.ts'
import { submit } from '../outbox/submit.ts'
import { whenIdle } from '../shared/idle.ts'

/** After this long without anything known the shopper is told that nothing is known yet. */
export const UNCONFIRMED_AFTER_MS = 4_500
/** After this long the shopper is let go: the request is safe, the rest happens by itself. */
export const CONFIRM_WITHIN_MS = 3_500

export type Outcome =
  /** The shop has answered that it has it. */
  | { to: 'sent' }
  /** On this phone; it goes by itself. */
  | { to: 'saved'; entry: Entry }
  /**
   * The shop said no. Final: no copy of it can become an order, so a changed request may follow under another id.
   * `notTaken`, of a request that this phone does not keep: this attempt was refused before the shop could take it.
   */
  | { to: 'refused'; reason: string; detail: unknown; final: boolean; notTaken?: boolean | undefined }
  /** The form lay open in two tabs, and the other one has sent something else under its id: this is not kept. */
  | { to: 'spent' }
  /** Neither kept nor known to be received. */
  | { to: 'unsaved' }

interface Moment {
  withinMs?: number
  /** What the browser thinks. It may be wrong, so the request is tried all the same. */
  online?: boolean
  /** Whose account is signed in on this device. */
  signedIn?: string | undefined
  /** Called when nothing is known after `unconfirmedAfterMs`; the outcome follows. */
  onUnconfirmed?: () => void
  unconfirmedAfterMs?: number
}

/**
 * Keeps the request, sends it, and says what is known. Where nothing can be kept and nobody answers this takes as long as a
 * send may: what is known until then is said by `onUnconfirmed`.
 */
export async function placeOrder(page: PageOutbox, wanted: Wanted, how: StorageLimits & Moment = {}): Promise<Outcome> {
  const { onUnconfirmed, unconfirmedAfterMs = UNCONFIRMED_AFTER_MS } = how
  const timer = onUnconfirmed && setTimeout(onUnconfirmed, unconfirmedAfterMs)
  try {
    return await keepAndSend(page, wanted, how)
  } finally {
    clearTimeout(timer)
  }
}

async function keepAndSend(
  { parts, sender }: PageOutbox,
  wanted: Wanted,
  { withinMs = CONFIRM_WITHIN_MS, online = true, signedIn, ...limits }: StorageLimits & Moment,
): Promise<Outcome> {
  const submitted = await submit(parts, wanted, limits)
  if (submitted.kind === 'direct') return unkept(submitted.verdict)
  const { already } = submitted
  if (already === 'another') return { to: 'spent' }
  // A second tap on what was parked means: the same once more.
  if (already) await resend(parts.db, submitted.entry.id, parts.now())
  const entry = await bringHere(parts.db, submitted.entry, signedIn)
  if (!online && entry.state !== 'away') {
    // Nothing is heard without a network: that it is safe is shown first. A task later, for the page may idle before it draws.
    setTimeout(() => whenIdle(() => void sender.nudge()))
    return { to: 'saved', entry }
  }
  return heard(await nextNews(parts.db, entry, sender.nudge(), withinMs))
}

/** Whoever writes is signed in on this page, and the phone had not written that down: an order put away would wait unseen. */
async function bringHere(db: PageOutbox['parts']['db'], entry: Entry, signedIn: string | undefined): Promise<Entry> {
  if (entry.state !== 'away' || entry.owner !== signedIn) return entry
  await handOver(db, entry.owner)
  return (await db.outbox.get(entry.id)) ?? entry
}

function unkept(verdict: Verdict): Outcome {
  if (verdict.to === 'sent') return { to: 'sent' }
  if (verdict.to === 'queued') return { to: 'unsaved' }
  if (verdict.to === 'cancelled') return { to: 'refused', reason: 'order_cancelled', detail: null, final: true }
  const { reason, detail, final, notTaken } = verdict
  if (reason === 'order_differs') return { to: 'spent' }
  return { to: 'refused', reason, detail, final, notTaken }
}

function heard(entry: Entry): Outcome {
  const { state, reason, detail } = entry
  if (state === 'sent') return { to: 'sent' }
  if (state === 'queued' || state === 'sending') return { to: 'saved', entry }
  if (state === 'away') return { to: 'refused', reason: 'account_mismatch', detail: null, final: false }
  return { to: 'refused', reason: reason ?? 'unknown', detail, final: entry.final || mayWithdraw(entry) }
}

/**
 * The entry once an attempt has brought something, or as it is when the sending or the time is over: where an older one
 * finds no network, this one is not tried at all.
 */
function nextNews(
  db: PageOutbox['parts']['db'],
  kept: Entry,
  sending: Promise<void>,
  withinMs: number,
): Promise<Entry> {
  return new Promise((resolve) => {
    let last = kept
    const done = () => {
      clearTimeout(timer)
      watching.unsubscribe()
      resolve(last)
    }
    const timer = setTimeout(done, withinMs)
    const watching = liveQuery(() => db.outbox.get(kept.id)).subscribe({
      next: (entry) => {
        if (entry) last = entry
        // Deferred: the first value may come before subscribe() has returned.
        if (isNews(last, kept)) queueMicrotask(done)
      },
      error: () => queueMicrotask(done),
    })
    void sending
      .then(() => db.outbox.get(kept.id))
      .then((entry) => {
        if (entry) last = entry
      })
      .catch(() => {})
      .then(done)
  })
}

const isNews = (now: Entry, kept: Entry): boolean =>
  now.state !== 'sending' && (now.state !== 'queued' || now.attempts > kept.attempts)
