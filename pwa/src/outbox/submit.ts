import { classifyResult, type Verdict } from './classify-result.ts'
import type { SenderDependencies } from './flush.ts'
import { postOrder } from './post-order.ts'
import { serialiseBody, enqueue, ORDER_BODY_VERSION, type EnqueueResult, type NewEntry } from './queue.ts'
import { StorageUnavailable, type StorageTimeouts, withStorage } from './storage.ts'

const RECHECK_TIMEOUT_MS = 1_000

export type SubmitResult =
  /** It is on this phone; the sender does the rest. */
  | ({ kind: 'kept' } & EnqueueResult)
  /** This phone keeps nothing: it was sent once, and this is what came of it. `queued` means neither saved nor sent. */
  | { kind: 'direct'; verdict: Verdict }

/** Written down first and sent then, online or offline. Only a phone that cannot write sends without. */
export async function submit(
  parts: SenderDependencies,
  newEntry: NewEntry,
  timeouts?: StorageTimeouts,
): Promise<SubmitResult> {
  try {
    return {
      kind: 'kept',
      ...(await withStorage(parts.db, (signal) => enqueue(parts.db, newEntry, parts.now(), signal), timeouts)),
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    const verdict = await sendWithoutStorage(parts, newEntry)
    const entry = verdict.kind === 'queued' ? await findStoredEntry(parts, newEntry, timeouts) : undefined
    return entry ? { kind: 'kept', entry } : { kind: 'direct', verdict }
  }
}

/** The disk may have been at the very end of writing when it was given up: then it is kept, and goes by itself. */
const findStoredEntry = ({ db }: SenderDependencies, { order }: NewEntry, timeouts?: StorageTimeouts) =>
  withStorage(db, () => db.outbox.get(order.id), { timeoutMs: RECHECK_TIMEOUT_MS, ...timeouts }).catch(() => undefined)

/** The same id, the same bytes and the same reading of the answer as from the queue. */
async function sendWithoutStorage(
  { send, build, sentBy, now }: SenderDependencies,
  { order }: NewEntry,
): Promise<Verdict> {
  const envelope = {
    id: order.id,
    v: ORDER_BODY_VERSION,
    bodyJson: serialiseBody(order),
    attempt: 1,
    build,
    sentBy,
    now: now(),
  }
  return classifyResult(await postOrder(send, envelope), order.id)
}
