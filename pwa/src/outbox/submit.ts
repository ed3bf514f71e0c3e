import { classifyResult, type Verdict } from './classify-result.ts'
import type { SenderDependencies } from './flush.ts'
import { postOrder } from './post-order.ts'
import { serialiseBody, enqueue, ORDER_BODY_VERSION, type EnqueueResult, type NewEntry } from './queue.ts'
import { StorageUnavailable, type StorageTimeouts, withStorage } from './storage.ts'

const RECHECK_TIMEOUT_MS = 1_000

export type SubmitResult =
  /** Stored on this phone; the sender sends it. */
  | ({ kind: 'kept' } & EnqueueResult)
  /** No storage: sent once, with this verdict. `queued` means neither saved nor sent. */
  | { kind: 'direct'; verdict: Verdict }

/** Stores an order in the outbox, online or offline; sends it directly only when the storage is unavailable. */
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

/** Reads the entry once more: the write may have completed after the timeout, and the sender sends it then. */
const findStoredEntry = ({ db }: SenderDependencies, { order }: NewEntry, timeouts?: StorageTimeouts) =>
  withStorage(db, () => db.outbox.get(order.id), { timeoutMs: RECHECK_TIMEOUT_MS, ...timeouts }).catch(() => undefined)

/** Sends an order with the same id, bytes and response classification as the queue does. */
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
