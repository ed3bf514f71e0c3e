import { isDue } from './backoff.ts'
import { classify } from './classify.ts'
import type { OutboxDatabase } from './database.ts'
import { post } from './post.ts'
import { claim, settle } from './queue.ts'

export const FLUSH_LOCK = 'tsedra-outbox-flush'
const LOCK_WAIT_MS = 15_000

export interface SendingParts {
  db: OutboxDatabase
  send: typeof fetch
  /** Undefined where there are none: leases and the server's unique id keep everything right without them. */
  locks: Pick<LockManager, 'request'> | undefined
  now: () => number
  random: () => number
  owner: () => string
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
  try {
    return await hold(parts, { signal: AbortSignal.timeout(lockWaitMs) })
  } catch (error) {
    if (!isAbort(error)) throw error
    // Somebody sits on the lock. While its lease runs it is at work; afterwards it hangs, and may be overtaken.
    if (await someoneSends(parts)) return { sent: 0, pauseMs: lockWaitMs }
    return hold(parts, { steal: true }).catch(stolen)
  }

  /** Another context overtook us in turn: it goes on with what is left. */
  function stolen(error: unknown): Drained {
    if (!isAbort(error)) throw error
    return { sent: 0, pauseMs: lockWaitMs }
  }
}

/** Drains under the lock, and stops claiming when the lock is taken away. */
async function hold(parts: SendingParts, options: LockOptions): Promise<Drained> {
  const lost = new AbortController()
  try {
    return (
      (await parts.locks?.request(FLUSH_LOCK, options, () => drain(parts, { alone: true, lost: lost.signal }))) ?? idle
    )
  } finally {
    lost.abort()
  }
}

const idle: Drained = { sent: 0, pauseMs: 0 }

/** One entry after the other. A parked entry does not stop it, a network that fails does. */
export async function drain(
  { db, send, now, random, owner, build, sentBy }: SendingParts,
  { alone, lost }: { alone: boolean; lost?: AbortSignal },
): Promise<Drained> {
  const seen = new Set<string>()
  let sent = 0
  while (!lost?.aborted) {
    const entry = await claim(db, { owner: owner(), now: now(), seen, alone })
    if (!entry) break
    seen.add(entry.id)
    const { id, bodyJson, attempts } = entry
    const answer = await post(send, { id, bodyJson, attempt: attempts, build, sentBy, now: now() })
    const verdict = classify(answer, id)
    const pauseMs = await settle(db, entry, verdict, { now: now(), random, build })
    if (verdict.to === 'sent') sent += 1
    if (verdict.to === 'queued') return { sent, pauseMs }
  }
  return { sent, pauseMs: 0 }
}

async function someoneSends({ db, now }: SendingParts): Promise<boolean> {
  const sending = await db.outbox.where('state').equals('sending').toArray()
  return sending.some(({ leaseUntil }) => !isDue(leaseUntil, now()))
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
