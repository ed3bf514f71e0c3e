import { isDue } from './backoff.ts'
import { type Entry, isPending } from './entry.ts'
import { type Drained, flush, type SendingParts } from './flush.ts'
import { makeDue, pendingEntries } from './queue.ts'

/** However often somebody asks, the server is not asked oftener. */
const SPACING_MS = 2_000
const LONGEST_MS = 15 * 60_000

export interface Sender {
  /** Sends what is due; while a run is under way, one more follows it. */
  run(): Promise<void>
  /** Something says that the network may be back, or the shopper asks: waiting times are over, but for the server's own. */
  nudge(): Promise<void>
  stop(): void
}

/** Who sends while a page is open. Never asks whether the browser thinks it is online: only an answer tells. */
export function createSender(parts: SendingParts, isVisible: () => boolean): Sender {
  let running: Promise<void> | undefined
  let again = false
  let nudgedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let nudgeLater: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  return {
    run,
    nudge,
    stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(nudgeLater)
    },
  }

  function run(): Promise<void> {
    again = running !== undefined
    running ??= runs().finally(() => {
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
    const { pauseMs } = await flush(parts).catch(unreadable)
    const entries = await pendingEntries(parts.db).catch(() => [])
    const wait = nextWaitMs(entries, parts.now(), pauseMs)
    // Hidden pages are woken by being looked at.
    if (wait !== undefined && !stopped && isVisible()) timer = setTimeout(() => void run(), wait)
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
      // A request that is under way may still fail by the network that was: it does not wait either.
      await running
      await makeDue(parts.db, parts.now()).catch(() => {})
    }
    await run()
  }
}

/** The database is away for the moment; the entries are not. */
const unreadable = (): Drained => ({ sent: 0, pauseMs: 60_000 })

/** Milliseconds until the next run makes sense; undefined when nothing waits. */
export function nextWaitMs(entries: readonly Entry[], now: number, pauseMs: number): number | undefined {
  const times = entries
    .filter(isPending)
    .map(({ state, nextAt, leaseUntil }) => (state === 'sending' ? leaseUntil : nextAt))
  if (times.length === 0) return undefined
  const soonest = Math.min(...times.map((time) => (isDue(time, now) ? 0 : time - now)))
  return Math.min(Math.max(soonest, pauseMs, 250), LONGEST_MS)
}
