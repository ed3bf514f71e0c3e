import { claim, type Claimed, dueIds, settle } from './attempt.ts'
import { isDue } from './backoff.ts'
import { classify, classifyCancel } from './classify.ts'
import type { OutboxDatabase } from './database.ts'
import { post, postCancel } from './post.ts'

export const FLUSH_LOCK = 'tsedra-outbox-flush'
const LOCK_WAIT_MS = 15_000

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
    if ((await pendingCount(parts)) < before) return { sent: 0, pauseMs: lockWaitMs }
  }
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

/** One entry after the other. A parked entry does not stop it, a network that fails does. */
export async function drain(
  { db, send, now, random, build, sentBy }: SendingParts,
  { alone, lost }: { alone: boolean; lost?: AbortSignal },
): Promise<Drained> {
  const seen = new Set<string>()
  let due: string[] = []
  let sent = 0
  let taken = await take()
  while (taken) {
    const { id, v, bodyJson, attempts: attempt, wish } = taken
    const envelope = { id, v, bodyJson, attempt, build, sentBy, now: now() }
    const verdict = wish
      ? classifyCancel(await postCancel(send, envelope), id)
      : classify(await post(send, envelope), id)
    if (verdict.to === 'sent') sent += 1
    const settled = taken
    let pauseMs = 0
    // In one transaction with the next one's claim: between two requests the disk is waited for once.
    taken = await db.transaction('rw', db.outbox, async () => {
      pauseMs = await settle(db, settled, verdict, { now: now(), random, build })
      return verdict.to === 'queued' ? undefined : take()
    })
    if (verdict.to === 'queued') return { sent, pauseMs }
  }
  return { sent, pauseMs: 0 }

  /** The next one that may be claimed; undefined when there is none, or the lock was taken away. */
  async function take(): Promise<Claimed | undefined> {
    while (!lost?.aborted) {
      const rules = { now: now(), seen, alone }
      // Read once for many: a thousand that wait after an outage are not looked through a thousand times.
      if (due.length === 0) due = await dueIds(db, rules)
      const id = due.shift()
      if (id === undefined) return undefined
      const claimed = await claim(db, id, rules)
      if (claimed) return claimed
    }
    return undefined
  }
}

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
