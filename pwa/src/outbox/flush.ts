import { claim, type Claimed, dueIds, settle } from './attempt.ts'
import { isDue } from './backoff.ts'
import { classify, classifyCancel } from './classify.ts'
import type { OutboxDatabase } from './database.ts'
import { hasFailedOnTheWay } from './entry.ts'
import { post, postCancel } from './post.ts'
import { makeDue } from './queue.ts'

export const FLUSH_LOCK = 'tsedra-outbox-flush'
const LOCK_WAIT_MS = 15_000
/** Milliseconds without an answer after which the next request is sent beside the one that waits for it. */
const SLOW_MS = 2_000
/** Requests in flight at once, at most. */
const MOST_AT_ONCE = 3
// mutation test: failure-passed-once
/** Failures in a row that end a drain. One alone may be the only request that a firewall swallows. */
const MOST_FAILURES = 2

export interface SendingParts {
  db: OutboxDatabase
  send: typeof fetch
  /** Undefined where there are none: leases and the server's unique id keep everything right without them. */
  locks: Pick<LockManager, 'request'> | undefined
  now: () => number
  random: () => number
  build: string
  sentBy: 'page' | 'sw'
  lockWaitMs?: number
  /** Resolves to true when a request counts as slow; asked again as long as it has no answer. */
  whenSlow?: (signal: AbortSignal) => Promise<true>
}

export interface Drained {
  sent: number
  /** The network failed; milliseconds before it is polite to try anything again. 0: all that was due went out. */
  pauseMs: number
}

/** Sends everything that is due, oldest first. Safe to call at any time, from any tab and from the service worker. */
export async function flush(parts: SendingParts): Promise<Drained> {
  const { locks, lockWaitMs = LOCK_WAIT_MS } = parts
  if (!locks) return drain(parts, { alone: false })
  const drained = await hold(parts, { ifAvailable: true })
  if (drained) return drained

  // Somebody sits on the lock. While a lease runs they are at work; with one that has run out they hang.
  if ((await leaseLeftMs(parts)) !== 0) {
    const before = await pendingCount(parts)
    const waited = await hold(parts, { signal: AbortSignal.timeout(lockWaitMs) })
    if (waited) return waited
    const leftMs = await leaseLeftMs(parts)
    if (leftMs) return { sent: 0, pauseMs: leftMs }
    // Between two requests nobody holds a lease: whoever has got on meanwhile is at work all the same.
    // mutation test: progress-keeps-lock
    if ((await pendingCount(parts)) < before) return { sent: 0, pauseMs: lockWaitMs }
  }
  // mutation test: hung-lock-stolen
  return (await hold(parts, { steal: true })) ?? { sent: 0, pauseMs: lockWaitMs }
}

/** Drains under the lock, and stops claiming when the lock is taken away. Undefined when the lock was not to be had. */
async function hold(parts: SendingParts, options: LockOptions): Promise<Drained | undefined> {
  const { locks, lockWaitMs = LOCK_WAIT_MS } = parts
  const lost = new AbortController()
  let held = false
  try {
    return await locks?.request(FLUSH_LOCK, options, (lock) => {
      held = lock !== null
      // Whoever it was stolen from may live on: what they claimed last is theirs until its lease has run out.
      // mutation test: stolen-lock-keeps-leases
      return held ? drain(parts, { alone: !options.steal, lost: lost.signal }) : undefined
    })
  } catch (error) {
    if (!isAbort(error)) throw error
    // Overtaken while at it: whoever took the lock goes on with what is left.
    return held ? { sent: 0, pauseMs: lockWaitMs } : undefined
  } finally {
    lost.abort()
  }
}

/**
 * Sends what is due, oldest first, one request at a time as long as answers come.
 *
 * A request without an answer holds no other up: after `SLOW_MS` the next one is sent beside it, and after a failure one
 * more entry is tried before the network is given up. Both prefer the entry whose last attempt is longest ago, so that
 * several requests that never get through (a firewall, say) do not keep the rest waiting.
 */
export async function drain(
  { db, send, now, random, build, sentBy, whenSlow = slow }: SendingParts,
  { alone, lost }: { alone: boolean; lost?: AbortSignal },
): Promise<Drained> {
  const seen = new Set<string>()
  const inFlight = new Set<string>()
  const lanes = new Set<Promise<void>>()
  let due: string[] = []
  let sent = 0
  /** Answers of the shop in this drain: each proves that the network works. */
  let answers = 0
  /** Failures since the last of them. */
  let failures = 0
  let pauseMs = 0
  let broken: { error: unknown } | undefined

  openLane()
  while (lanes.size > 0) await Promise.race(lanes)
  if (broken) throw broken.error
  return { sent, pauseMs }

  function openLane(): void {
    const lane = sendInTurn()
      .catch((error: unknown) => {
        broken ??= { error }
      })
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }

  async function sendInTurn(): Promise<void> {
    for (let taken = await take(); taken; ) taken = await sendOne(taken)
  }

  /** Returns the next one, claimed in the transaction that settles this one: the disk is waited for once between two. */
  async function sendOne(entry: Claimed): Promise<Claimed | undefined> {
    const { id, v, bodyJson, attempts: attempt, wish } = entry
    const answersBefore = answers
    // mutation test: body-kept-until-sent, same-id-on-retry
    const envelope = { id, v, bodyJson, attempt, build, sentBy, now: now() }
    const answered = new AbortController()
    void sendOthersBeside(answered.signal)
    const verdict = wish
      ? classifyCancel(await postCancel(send, envelope), id)
      : classify(await post(send, envelope), id)
    answered.abort()
    inFlight.delete(id)
    if (verdict.to === 'sent') sent += 1
    // mutation test: parked-entry-passed
    return db.transaction('rw', db.outbox, async () => {
      const waitMs = await settle(db, entry, verdict, { now: now(), random, build })
      if (verdict.to !== 'queued') await noteAnswer()
      else if (answers === answersBefore) noteFailure(waitMs)
      return take()
    })
  }

  async function sendOthersBeside(answered: AbortSignal): Promise<void> {
    while (await whenSlow(answered)) {
      if (lanes.size >= MOST_AT_ONCE) continue
      due = []
      openLane()
    }
  }

  /** The network works: what failed for want of it before this drain does not wait any longer. */
  async function noteAnswer(): Promise<void> {
    failures = 0
    pauseMs = 0
    if (answers++ > 0) return
    await makeDue(db, now(), (entry) => hasFailedOnTheWay(entry) && !seen.has(entry.id))
    due = []
  }

  function noteFailure(waitMs: number): void {
    failures += 1
    pauseMs ||= waitMs
    due = []
  }

  /** The next one that may be claimed; undefined when there is none, the network is given up, or the lock was taken away. */
  async function take(): Promise<Claimed | undefined> {
    while (!lost?.aborted && !broken && (failures === 0 || (failures < MOST_FAILURES && inFlight.size === 0))) {
      const rules = { now: now(), seen, inFlight, alone }
      // Read once for many: a thousand that wait after an outage are not looked through a thousand times.
      if (due.length === 0) due = await dueIds(db, rules, failures + inFlight.size > 0 ? 'least tried' : 'oldest')
      const id = due.shift()
      if (id === undefined) return undefined
      const claimed = await claim(db, id, rules)
      if (!claimed) continue
      inFlight.add(id)
      return claimed
    }
    return undefined
  }
}

/** Resolves to true after `SLOW_MS`; never, when it is aborted. */
const slow = (signal: AbortSignal): Promise<true> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), SLOW_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })

const pendingCount = ({ db }: SendingParts): Promise<number> =>
  db.outbox.where('state').anyOf('queued', 'sending').count()

/** Milliseconds that whoever sends may still take; 0: too long already. Undefined when nothing is being sent. */
async function leaseLeftMs({ db, now }: SendingParts): Promise<number | undefined> {
  const sending = await db.outbox.where('state').equals('sending').toArray()
  if (sending.length === 0) return undefined
  return Math.max(...sending.map(({ leaseUntil }) => (isDue(leaseUntil, now()) ? 0 : leaseUntil - now())))
}

/** Of the lock: Dexie has an AbortError of its own, for a disk that is full. */
const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')
