import { isDue } from './backoff.ts'
import { type Entry, hasFailedOnTheWay, isPending } from './entry.ts'
import { type Drained, flush, type SendingParts } from './flush.ts'
import { makeDue, pendingEntries } from './queue.ts'
import { makeRoom, withStorage } from './storage.ts'

/** However often somebody asks, the server is not asked oftener. */
const SPACING_MS = 2_000
/** The same for answers to other calls of the page: somebody who browses causes many. */
const REACHED_SPACING_MS = 10_000
const LONGEST_MS = 15 * 60_000

/** Milliseconds. */
export interface Patience {
  /** Until a database that could not be read is asked again. */
  unreadableMs: number
  /** Without a word from anywhere until a run hangs: longer than waiting for the lock and a send take together. */
  hangsMs: number
}
const usual: Patience = { unreadableMs: 10_000, hangsMs: 60_000 }

export interface Sender {
  /** Sends what is due; while a run is under way, one more follows it. */
  run(): Promise<void>
  /** Something says that the network may be back, or the shopper asks: waiting times are over, but for the server's own. */
  nudge(): Promise<void>
  /** The shop has answered another call of the page: what failed for want of a network does not wait any longer. */
  shopReached(): Promise<void>
  stop(): void
}

/** Who sends while a page is open. Never asks whether the browser thinks it is online: only an answer tells. */
export function createSender(
  given: SendingParts,
  isVisible: () => boolean,
  { unreadableMs, hangsMs }: Patience = usual,
): Sender {
  const parts: SendingParts = { ...given, send: noticed }
  let heardAt = parts.now()
  let running: Promise<void> | undefined
  let again = false
  /** Something waits, as far as is known. */
  let isWaiting = false
  let nudgedAt = Number.NEGATIVE_INFINITY
  let reachedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let nudgeLater: ReturnType<typeof setTimeout> | undefined
  let reachedLater: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setInterval> | undefined
  let stopped = false

  return {
    run,
    nudge,
    shopReached,
    stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(nudgeLater)
      clearTimeout(reachedLater)
      clearInterval(watchdog)
    },
  }

  function run(): Promise<void> {
    again = running !== undefined
    running ??= runs().finally(() => {
      clearInterval(watchdog)
      running = undefined
    })
    return running
  }

  async function runs(): Promise<void> {
    do {
      again = false
      await once()
    } while (again && !stopped)
  }

  async function once(): Promise<void> {
    clearTimeout(timer)
    const { pauseMs } = await Promise.race([flush(parts).catch(unreadable), hanging()])
    const entries = await withStorage(parts.db, () => pendingEntries(parts.db)).catch(() => undefined)
    // What cannot be read may hold something that waits.
    const wait = entries ? nextWaitMs(entries, parts.now(), pauseMs) : unreadableMs
    isWaiting = wait !== undefined
    // Hidden pages are woken by being looked at.
    if (wait !== undefined && !stopped && isVisible()) timer = setTimeout(() => void run(), wait)
  }

  async function noticed(...asked: Parameters<typeof fetch>): Promise<Response> {
    heardAt = parts.now()
    return given.send(...asked).finally(() => {
      heardAt = parts.now()
    })
  }

  /** The database is away for the moment, or full; the entries are not lost. */
  async function unreadable(error: unknown): Promise<Drained> {
    return { sent: 0, pauseMs: (await makeRoom(error)) ? 0 : unreadableMs }
  }

  /**
   * Resolves when a run has said nothing for too long: WebKit's database may never answer again after a phone has slept.
   * Another connection is tried then; locks and leases see to it that two runs do no harm.
   */
  function hanging(): Promise<Drained> {
    heardAt = parts.now()
    return new Promise((resolve) => {
      clearInterval(watchdog)
      watchdog = setInterval(() => {
        if (Math.abs(parts.now() - heardAt) < hangsMs) return
        clearInterval(watchdog)
        parts.db.close({ disableAutoOpen: false })
        resolve({ sent: 0, pauseMs: unreadableMs })
      }, hangsMs / 2)
    })
  }

  async function nudge(): Promise<void> {
    const now = parts.now()
    const early = SPACING_MS - Math.abs(now - nudgedAt)
    clearTimeout(nudgeLater)
    if (early > 0) {
      // Not forgotten: the network may have come back in these very seconds, and nothing says so again.
      nudgeLater = setTimeout(() => void nudge(), early)
    } else {
      nudgedAt = now
      await makeAllDue()
    }
    await run()
  }

  async function shopReached(): Promise<void> {
    if (stopped || !(isWaiting || running)) return
    const now = parts.now()
    const early = REACHED_SPACING_MS - Math.abs(now - reachedAt)
    clearTimeout(reachedLater)
    if (early > 0) {
      reachedLater = setTimeout(() => void shopReached(), early)
      return
    }
    reachedAt = now
    await makeAllDue(hasFailedOnTheWay)
    await run()
  }

  async function makeAllDue(which?: (entry: Entry) => boolean): Promise<void> {
    const make = () => makeDue(parts.db, parts.now(), which).catch(() => {})
    await make()
    if (!running) return
    // A request that is under way may still fail by the network that was: it does not wait either.
    await running
    await make()
  }
}

/** Milliseconds until the next run makes sense; undefined when nothing waits. */
export function nextWaitMs(entries: readonly Entry[], now: number, pauseMs: number): number | undefined {
  const times = entries
    .filter(isPending)
    .map(({ state, nextAt, leaseUntil }) => (state === 'sending' ? leaseUntil : nextAt))
  if (times.length === 0) return undefined
  const soonest = Math.min(...times.map((time) => (isDue(time, now) ? 0 : time - now)))
  return Math.min(Math.max(soonest, pauseMs, 250), LONGEST_MS)
}
