import { classify, type Verdict } from './classify.ts'
import type { SendingParts } from './flush.ts'
import { post } from './post.ts'
import { bodyOf, enqueue, ORDER_VERSION, type Kept, type Wanted } from './queue.ts'
import { StorageUnavailable, type StorageLimits, withStorage } from './storage.ts'

const SECOND_LOOK_MS = 1_000

export type Submitted =
  /** It is on this phone; the sender does the rest. */
  | ({ kind: 'kept' } & Kept)
  /** This phone keeps nothing: it was sent once, and this is what came of it. `queued` means neither saved nor sent. */
  | { kind: 'direct'; verdict: Verdict }

/** Written down first and sent then, online or offline. Only a phone that cannot write sends without. */
export async function submit(parts: SendingParts, wanted: Wanted, limits?: StorageLimits): Promise<Submitted> {
  try {
    return {
      kind: 'kept',
      ...(await withStorage(parts.db, (until) => enqueue(parts.db, wanted, parts.now(), until), limits)),
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    const verdict = await sendUnkept(parts, wanted)
    const entry = verdict.to === 'queued' ? await keptAfterAll(parts, wanted, limits) : undefined
    return entry ? { kind: 'kept', entry } : { kind: 'direct', verdict }
  }
}

/** The disk may have been at the very end of writing when it was given up: then it is kept, and goes by itself. */
const keptAfterAll = ({ db }: SendingParts, { order }: Wanted, limits?: StorageLimits) =>
  withStorage(db, () => db.outbox.get(order.id), { limitMs: SECOND_LOOK_MS, ...limits }).catch(() => undefined)

/** The same id, the same bytes and the same reading of the answer as from the queue. */
async function sendUnkept({ send, build, sentBy, now }: SendingParts, { order }: Wanted): Promise<Verdict> {
  const envelope = { id: order.id, v: ORDER_VERSION, bodyJson: bodyOf(order), attempt: 1, build, sentBy, now: now() }
  return classify(await post(send, envelope), order.id)
}
