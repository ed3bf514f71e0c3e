import { claim, type ClaimedEntry, readDueIds, settle } from './send-attempt.ts'
import { isDue } from './backoff.ts'
import { classifyResult, classifyCancelResult } from './classify-result.ts'
import type { OutboxDatabase } from './database.ts'
import { hasFailedInTransit } from './entry.ts'
import { postOrder, postCancel } from './post-order.ts'
import { makeDue } from './queue.ts'

export const FLUSH_LOCK = 'tsedra-outbox-flush'
const LOCK_TIMEOUT_MS = 15_000
/** Milliseconds without a response after which the next request is sent concurrently. */
const SLOW_AFTER_MS = 2_000
/** Concurrency limit of requests in flight. */
const MAX_IN_FLIGHT = 3
// mutation test: failure-passed-once
/** Consecutive failures that end a drain. A single failure may concern only one request that a firewall drops. */
const MAX_FAILURES = 2

/** Milliseconds after which an offline sender checks `isOffline` again: some browsers miss the `online` event. */
const OFFLINE_PAUSE_MS = 15_000

export interface SenderDependencies {
  db: OutboxDatabase
  send: typeof fetch
  /** Undefined in browsers without Web Locks: leases and the server's unique id prevent duplicates without them. */
  locks: Pick<LockManager, 'request'> | undefined
  now: () => number
  random: () => number
  build: string
  sentBy: 'page' | 'sw'
  /** Whether the browser reports that it has no network: only "send now" attempts then. */
  isOffline: () => boolean
  lockTimeoutMs?: number
  /** Resolves to true when a request counts as slow; called again until the response arrives. */
  whenSlow?: (signal: AbortSignal) => Promise<true>
  /** Called once the result of an attempt is on disk. */
  onSettled?: (id: string) => void
}

export interface FlushResult {
  sent: number
  /** Milliseconds to wait before the next flush because the network failed; 0 when everything due was sent. */
  pauseMs: number
}

/** Sends everything that is due, oldest first. Safe to call at any time, from any tab and from the service worker. */
export async function flush(parts: SenderDependencies): Promise<FlushResult> {
  const { locks, lockTimeoutMs = LOCK_TIMEOUT_MS } = parts
  if (!locks) return drain(parts, { canIgnoreLeases: false })
  const result = await drainUnderLock(parts, { ifAvailable: true })
  if (result) return result

  // Another context holds the lock. With a running lease it is sending; with an expired one it hangs.
  if ((await readRemainingLeaseMs(parts)) !== 0) {
    const pendingBefore = await countPending(parts)
    const resultAfterWait = await drainUnderLock(parts, { signal: AbortSignal.timeout(lockTimeoutMs) })
    if (resultAfterWait) return resultAfterWait
    const remainingLeaseMs = await readRemainingLeaseMs(parts)
    if (remainingLeaseMs) return { sent: 0, pauseMs: remainingLeaseMs }
    // Between two requests there is no lease: a holder whose queue has become shorter is working.
    // mutation test: progress-keeps-lock
    if ((await countPending(parts)) < pendingBefore) return { sent: 0, pauseMs: lockTimeoutMs }
  }
  // mutation test: hung-lock-stolen
  return (await drainUnderLock(parts, { steal: true })) ?? { sent: 0, pauseMs: lockTimeoutMs }
}

/** Drains under the lock, and stops claiming when the lock is stolen. Returns undefined without the lock. */
async function drainUnderLock(parts: SenderDependencies, options: LockOptions): Promise<FlushResult | undefined> {
  const { locks, lockTimeoutMs = LOCK_TIMEOUT_MS } = parts
  const lockLost = new AbortController()
  let hasLock = false
  try {
    return await locks?.request(FLUSH_LOCK, options, (lock) => {
      hasLock = lock !== null
      // The former holder may still be sending: its leases count until they expire.
      // mutation test: stolen-lock-keeps-leases
      return hasLock ? drain(parts, { canIgnoreLeases: !options.steal, lockLost: lockLost.signal }) : undefined
    })
  } catch (error) {
    if (!isLockAbort(error)) throw error
    // The lock was stolen: its new holder sends the rest.
    return hasLock ? { sent: 0, pauseMs: lockTimeoutMs } : undefined
  } finally {
    lockLost.abort()
  }
}

/**
 * Sends what is due, oldest first, one request at a time while responses are fast.
 *
 * A request without a response blocks no other: after `SLOW_AFTER_MS` the next one is sent concurrently, and after a failure
 * one more entry is tried before the drain ends. Both prefer the entry that was tried least recently, so that several
 * requests that never get through (because of a firewall, for example) do not block the rest.
 */
export async function drain(
  { db, send, now, random, build, sentBy, isOffline, whenSlow = waitUntilSlow, onSettled }: SenderDependencies,
  { canIgnoreLeases, lockLost }: { canIgnoreLeases: boolean; lockLost?: AbortSignal },
): Promise<FlushResult> {
  const claimedKeys = new Set<string>()
  const inFlight = new Set<string>()
  const lanes = new Set<Promise<void>>()
  let due: string[] = []
  let sent = 0
  /** Responses of our API in this drain: each proves that the network works. */
  let responseCount = 0
  /** Failures since the last response. */
  let failureCount = 0
  let pauseMs = 0
  let fatal: { error: unknown } | undefined

  startLane()
  while (lanes.size > 0) await Promise.race(lanes)
  if (fatal) throw fatal.error
  return { sent, pauseMs: canOnlySendForced() ? OFFLINE_PAUSE_MS : pauseMs }

  function startLane(): void {
    const lane = runLane()
      .catch((error: unknown) => {
        fatal ??= { error }
      })
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }

  async function runLane(): Promise<void> {
    for (let claimed = await claimNext(); claimed; ) claimed = await sendEntry(claimed)
  }

  /** Sends an entry; one transaction settles it, and claims and returns the next one: one disk write between two requests. */
  async function sendEntry(entry: ClaimedEntry): Promise<ClaimedEntry | undefined> {
    const { id, v, bodyJson, attempts: attempt, wish: pendingCancel } = entry
    const responseCountBefore = responseCount
    // mutation test: body-kept-until-sent, same-id-on-retry, body-never-rebuilt
    const envelope = { id, v, bodyJson, attempt, build, sentBy, now: now() }
    const responseReceived = new AbortController()
    void startLanesWhileSlow(responseReceived.signal)
    const verdict = pendingCancel
      ? classifyCancelResult(await postCancel(send, envelope), id)
      : classifyResult(await postOrder(send, envelope), id)
    responseReceived.abort()
    inFlight.delete(id)
    if (verdict.kind === 'sent') sent += 1
    // mutation test: parked-entry-passed
    const next = await db.transaction('rw', db.outbox, async () => {
      const waitMs = await settle(db, entry, verdict, { now: now(), random, build })
      if (verdict.kind !== 'queued') await onResponse()
      else if (responseCount === responseCountBefore) onFailure(waitMs)
      return claimNext()
    })
    onSettled?.(id)
    return next
  }

  async function startLanesWhileSlow(responseReceived: AbortSignal): Promise<void> {
    while (await whenSlow(responseReceived)) {
      if (lanes.size >= MAX_IN_FLIGHT) continue
      due = []
      startLane()
    }
  }

  /** Makes entries due that failed in transit before this drain: the network works. */
  async function onResponse(): Promise<void> {
    failureCount = 0
    pauseMs = 0
    if (responseCount++ > 0) return
    await makeDue(db, now(), (entry) => hasFailedInTransit(entry) && !claimedKeys.has(entry.id))
    due = []
  }

  function onFailure(waitMs: number): void {
    failureCount += 1
    pauseMs ||= waitMs
    due = []
  }

  /** A response in this drain proves that the browser is wrong about having no network. */
  function canOnlySendForced(): boolean {
    return responseCount === 0 && isOffline()
  }

  /** Claims the next due entry; undefined when there is none, after too many failures, or when the lock was stolen. */
  async function claimNext(): Promise<ClaimedEntry | undefined> {
    while (
      !lockLost?.aborted &&
      !fatal &&
      (failureCount === 0 || (failureCount < MAX_FAILURES && inFlight.size === 0))
    ) {
      const claimOptions = { now: now(), claimedKeys, inFlight, canIgnoreLeases, isOffline: canOnlySendForced() }
      // One query for many claims: with a thousand entries after an outage, a query per claim would be quadratic.
      if (due.length === 0)
        due = await readDueIds(db, claimOptions, failureCount + inFlight.size > 0 ? 'least tried' : 'oldest')
      const id = due.shift()
      if (id === undefined) return undefined
      const claimed = await claim(db, id, claimOptions)
      if (!claimed) continue
      inFlight.add(id)
      return claimed
    }
    return undefined
  }
}

/** Resolves to true after `SLOW_AFTER_MS`; never resolves once aborted. */
const waitUntilSlow = (signal: AbortSignal): Promise<true> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), SLOW_AFTER_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

const countPending = ({ db }: SenderDependencies): Promise<number> =>
  db.outbox.where('state').anyOf('queued', 'sending').count()

/** Returns the remaining lease of the current sender in ms; 0 once it has expired, undefined when no entry is being sent. */
async function readRemainingLeaseMs({ db, now }: SenderDependencies): Promise<number | undefined> {
  const sending = await db.outbox.where('state').equals('sending').toArray()
  if (sending.length === 0) return undefined
  return Math.max(...sending.map(({ leaseUntil }) => (isDue(leaseUntil, now()) ? 0 : leaseUntil - now())))
}

/** Returns whether the lock request was aborted or the lock stolen; Dexie's own AbortError means a full disk. */
const isLockAbort = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')
