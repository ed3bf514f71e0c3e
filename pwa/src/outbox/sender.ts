import { isDue } from './backoff.ts'
import { type Entry, hasFailedInTransit, isPending } from './entry.ts'
import { type FlushResult, flush, type SenderDependencies } from './flush.ts'
import { makeDue, readPendingEntries } from './queue.ts'
import { freeSpace, withStorage } from './storage.ts'

/** Rate limit of nudges. */
const MIN_NUDGE_INTERVAL_MS = 2_000
/** Rate limit of runs caused by responses to other calls of the page; browsing causes many. */
const MIN_REACHED_INTERVAL_MS = 10_000
const MAX_TIMER_MS = 15 * 60_000

/** Milliseconds. */
export interface SenderTimeouts {
  /** Delay before a database that could not be read is read again. */
  unreadableRetryMs: number
  /** Inactivity after which a run counts as hung: longer than the lock timeout and the send timeout together. */
  hangTimeoutMs: number
}
const defaultTimeouts: SenderTimeouts = { unreadableRetryMs: 10_000, hangTimeoutMs: 60_000 }

export interface Sender {
  /** Sends what is due; while a run is in progress, another one follows it. */
  run(): Promise<void>
  /** Ends all waits but the server's `Retry-After`, and sends: the network may be back. */
  nudge(): Promise<void>
  /** Nudges, and returns the entry once an attempt of it is settled or the run is over. */
  sendEntry(id: string): Promise<Entry | undefined>
  /** Retries what failed in transit: the API has responded to another call of the page. */
  onShopReached(): Promise<void>
  stop(): void
}

/**
 * Sends while a page is open. Nothing is attempted while the browser reports no network; that it reports one proves nothing:
 * only a response does.
 */
export function createSender(
  dependencies: SenderDependencies,
  isVisible: () => boolean,
  { unreadableRetryMs, hangTimeoutMs }: SenderTimeouts = defaultTimeouts,
): Sender {
  const parts: SenderDependencies = {
    ...dependencies,
    send: sendTracked,
    onSettled: (id) => settleListeners.get(id)?.(),
  }
  const settleListeners = new Map<string, () => void>()
  let lastActivityAt = parts.now()
  let running: Promise<void> | undefined
  let shouldRunAgain = false
  /** Whether the last run left pending entries or could not read them. */
  let isWaiting = false
  let nudgedAt = Number.NEGATIVE_INFINITY
  let reachedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let nudgeTimer: ReturnType<typeof setTimeout> | undefined
  let reachedTimer: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setInterval> | undefined
  let isStopped = false

  return {
    run,
    nudge,
    sendEntry,
    onShopReached,
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(nudgeTimer)
      clearTimeout(reachedTimer)
      clearInterval(watchdog)
    },
  }

  function run(): Promise<void> {
    shouldRunAgain = running !== undefined
    running ??= runUntilIdle().finally(() => {
      clearInterval(watchdog)
      running = undefined
    })
    return running
  }

  async function runUntilIdle(): Promise<void> {
    do {
      shouldRunAgain = false
      await runOnce()
    } while (shouldRunAgain && !isStopped)
  }

  async function runOnce(): Promise<void> {
    clearTimeout(timer)
    const { pauseMs } = await Promise.race([flush(parts).catch(recoverFromReadError), waitForHang()])
    const entries = await withStorage(parts.db, () => readPendingEntries(parts.db)).catch(() => undefined)
    // An unreadable database may contain pending entries.
    const waitMs = entries ? nextWaitMs(entries, parts.now(), pauseMs) : unreadableRetryMs
    isWaiting = waitMs !== undefined
    // A hidden page runs again on `visibilitychange`.
    // mutation test: next-run-scheduled
    if (waitMs !== undefined && !isStopped && isVisible()) timer = setTimeout(() => void run(), waitMs)
  }

  async function sendTracked(...args: Parameters<typeof fetch>): Promise<Response> {
    lastActivityAt = parts.now()
    return dependencies.send(...args).finally(() => {
      lastActivityAt = parts.now()
    })
  }

  /** Handles a database that is unreadable for the moment, or full; the entries are not lost. */
  async function recoverFromReadError(error: unknown): Promise<FlushResult> {
    return { sent: 0, pauseMs: (await freeSpace(error)) ? 0 : unreadableRetryMs }
  }

  /**
   * Resolves after too long an inactivity: WebKit's database may never respond again after the phone has slept. The
   * connection is opened again then; locks and leases make two concurrent runs harmless.
   */
  function waitForHang(): Promise<FlushResult> {
    lastActivityAt = parts.now()
    return new Promise((resolve) => {
      clearInterval(watchdog)
      watchdog = setInterval(() => {
        if (Math.abs(parts.now() - lastActivityAt) < hangTimeoutMs) return
        clearInterval(watchdog)
        parts.db.close({ disableAutoOpen: false })
        resolve({ sent: 0, pauseMs: unreadableRetryMs })
      }, hangTimeoutMs / 2)
    })
  }

  async function nudge(): Promise<void> {
    const now = parts.now()
    const remainingMs = MIN_NUDGE_INTERVAL_MS - Math.abs(now - nudgedAt)
    clearTimeout(nudgeTimer)
    if (remainingMs > 0) {
      // Debounced, not dropped: the network may be back by now, and no other event follows.
      nudgeTimer = setTimeout(() => void nudge(), remainingMs)
    } else {
      nudgedAt = now
      await makeAllDue()
    }
    await run()
  }

  async function sendEntry(id: string): Promise<Entry | undefined> {
    const settled = new Promise<void>((resolve) => settleListeners.set(id, resolve))
    await Promise.race([settled, nudge()]).finally(() => settleListeners.delete(id))
    return parts.db.outbox.get(id)
  }

  async function onShopReached(): Promise<void> {
    if (isStopped || !(isWaiting || running)) return
    const now = parts.now()
    const remainingMs = MIN_REACHED_INTERVAL_MS - Math.abs(now - reachedAt)
    clearTimeout(reachedTimer)
    if (remainingMs > 0) {
      reachedTimer = setTimeout(() => void onShopReached(), remainingMs)
      return
    }
    reachedAt = now
    await makeAllDue(hasFailedInTransit)
    await run()
  }

  async function makeAllDue(predicate?: (entry: Entry) => boolean): Promise<void> {
    const apply = () => makeDue(parts.db, parts.now(), predicate).catch(() => {})
    await apply()
    if (!running) return
    // A request in flight may still fail because of the former network: it becomes due too.
    await running
    await apply()
  }
}

/** Returns the milliseconds until the next run; undefined when nothing is pending. */
export function nextWaitMs(entries: readonly Entry[], now: number, pauseMs: number): number | undefined {
  const times = entries
    .filter(isPending)
    .map(({ state, nextAt, leaseUntil }) => (state === 'sending' ? leaseUntil : nextAt))
  if (times.length === 0) return undefined
  const shortestMs = Math.min(...times.map((time) => (isDue(time, now) ? 0 : time - now)))
  return Math.min(Math.max(shortestMs, pauseMs, 250), MAX_TIMER_MS)
}
