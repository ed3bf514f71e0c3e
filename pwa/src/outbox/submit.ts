import { classify, type Verdict } from './classify.ts'
import type { SendingParts } from './flush.ts'
import { post } from './post.ts'
import { bodyOf, enqueue, ORDER_VERSION, type Kept, type Wanted } from './queue.ts'
import { StorageUnavailable, type StorageLimits, withStorage } from './storage.ts'

export type Submitted =
  /** It is on this phone; the sender does the rest. */
  | ({ kind: 'kept' } & Kept)
  /** This phone keeps nothing: it was sent once, and this is what came of it. `queued` means neither saved nor sent. */
  | { kind: 'direct'; verdict: Verdict }

/** Written down first and sent then, online or offline. Only a phone that cannot write sends without. */
export async function submit(parts: SendingParts, wanted: Wanted, limits?: StorageLimits): Promise<Submitted> {
  try {
    return { kind: 'kept', ...(await withStorage(parts.db, () => enqueue(parts.db, wanted, parts.now()), limits)) }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    return { kind: 'direct', verdict: await sendUnkept(parts, wanted) }
  }
}

/** The same id, the same bytes and the same reading of the answer as from the queue. */
async function sendUnkept({ send, build, sentBy, now }: SendingParts, { order }: Wanted): Promise<Verdict> {
  const envelope = { id: order.id, v: ORDER_VERSION, bodyJson: bodyOf(order), attempt: 1, build, sentBy, now: now() }
  return classify(await post(send, envelope), order.id)
}
