import { isDue } from './backoff.ts'
import { classify, classifyCancel } from './classify.ts'
import type { OutboxDatabase } from './database.ts'
import { post, postCancel } from './post.ts'
import { claim, dueIds, settle } from './queue.ts'

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
    const waited = await hold(parts, { signal: AbortSignal.timeout(lockWaitMs) })
    if (waited) return waited
    const leftMs = await leaseLeftMs(parts)
    if (leftMs) return { sent: 0, pauseMs: leftMs }
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
      return held ? drain(parts, { alone: true, lost: lost.signal }) : undefined
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
  let sent = 0
  for (;;) {
    // Read once for many: a thousand that wait after an outage are not looked through a thousand times.
    const due = await dueIds(db, { now: now(), seen, alone })
    if (due.length === 0) break
    for (const id of due) {
      if (lost?.aborted) return { sent, pauseMs: 0 }
      const entry = await claim(db, id, { now: now(), seen, alone })
      if (!entry) continue
      const { v, bodyJson, attempts: attempt, wish } = entry
      const envelope = { id, v, bodyJson, attempt, build, sentBy, now: now() }
      const verdict = wish
        ? classifyCancel(await postCancel(send, envelope), id)
        : classify(await post(send, envelope), id)
      const pauseMs = await settle(db, entry, verdict, { now: now(), random, build })
      if (verdict.to === 'sent') sent += 1
      if (verdict.to === 'queued') return { sent, pauseMs }
    }
  }
  return { sent, pauseMs: 0 }
}

/** Milliseconds that whoever sends may still take; 0: too long already. Undefined when nothing is being sent. */
async function leaseLeftMs({ db, now }: SendingParts): Promise<number | undefined> {
  const sending = await db.outbox.where('state').equals('sending').toArray()
  if (sending.length === 0) return undefined
  return Math.max(...sending.map(({ leaseUntil }) => (isDue(leaseUntil, now()) ? 0 : leaseUntil - now())))
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
