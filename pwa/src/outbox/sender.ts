import { isDue } from './backoff.ts'
import { type Entry, hasFailedInTransit, isPending } from './entry.ts'
import { type FlushResult, flush, type SenderDependencies } from './flush.ts'
import { makeDue, readPendingEntries } from './queue.ts'
import { freeSpace, withStorage } from './storage.ts'

/** However often somebody asks, the server is not asked oftener. */
const MIN_NUDGE_INTERVAL_MS = 2_000
/** The same for answers to other calls of the page: somebody who browses causes many. */
const MIN_REACHED_INTERVAL_MS = 10_000
const MAX_TIMER_MS = 15 * 60_000

/** Milliseconds. */
export interface SenderTimeouts {
  /** Until a database that could not be read is asked again. */
  unreadableRetryMs: number
  /** Without a word from anywhere until a run hangs: longer than waiting for the lock and a send take together. */
  hangTimeoutMs: number
}
const defaultTimeouts: SenderTimeouts = { unreadableRetryMs: 10_000, hangTimeoutMs: 60_000 }

export interface Sender {
  /** Sends what is due; while a run is under way, one more follows it. */
  run(): Promise<void>
  /** Ends all waits but the server's `Retry-After`, and sends: the network may be back. */
  nudge(): Promise<void>
  /** Nudges, and returns the entry once an attempt of it is settled or the run is over. */
  sendEntry(id: string): Promise<Entry | undefined>
  /** The shop has answered another call of the page: what failed for want of a network does not wait any longer. */
  onShopReached(): Promise<void>
  stop(): void
}

/** Who sends while a page is open. Never asks whether the browser thinks it is online: only an answer tells. */
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
  /** Something waits, as far as is known. */
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
    // What cannot be read may hold something that waits.
    const waitMs = entries ? nextWaitMs(entries, parts.now(), pauseMs) : unreadableRetryMs
    isWaiting = waitMs !== undefined
    // Hidden pages are woken by being looked at.
    if (waitMs !== undefined && !isStopped && isVisible()) timer = setTimeout(() => void run(), waitMs)
  }

  async function sendTracked(...args: Parameters<typeof fetch>): Promise<Response> {
    lastActivityAt = parts.now()
    return dependencies.send(...args).finally(() => {
      lastActivityAt = parts.now()
    })
  }

  /** The database is away for the moment, or full; the entries are not lost. */
  async function recoverFromReadError(error: unknown): Promise<FlushResult> {
    return { sent: 0, pauseMs: (await freeSpace(error)) ? 0 : unreadableRetryMs }
  }

  /**
   * Resolves when a run has said nothing for too long: WebKit's database may never answer again after a phone has slept.
   * Another connection is tried then; locks and leases see to it that two runs do no harm.
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
      // Not forgotten: the network may have come back in these very seconds, and nothing says so again.
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
    // A request that is under way may still fail by the network that was: it does not wait either.
    await running
    await apply()
  }
}

/** Milliseconds until the next run makes sense; undefined when nothing waits. */
export function nextWaitMs(entries: readonly Entry[], now: number, pauseMs: number): number | undefined {
  const times = entries
    .filter(isPending)
    .map(({ state, nextAt, leaseUntil }) => (state === 'sending' ? leaseUntil : nextAt))
  if (times.length === 0) return undefined
  const shortestMs = Math.min(...times.map((time) => (isDue(time, now) ? 0 : time - now)))
  return Math.min(Math.max(shortestMs, pauseMs, 250), MAX_TIMER_MS)
}
