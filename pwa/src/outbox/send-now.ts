import { pageOutbox } from './page-outbox.ts'
import { resend } from './queue.ts'

/** Sends these entries now on the shopper's request, also parked and stale ones; a `Retry-After` of the server is ignored. */
export async function sendNow(...ids: readonly string[]): Promise<void> {
  const { parts, sender } = pageOutbox()
  await parts.db.transaction('rw', parts.db.outbox, async () => {
    for (const id of ids) await resend(parts.db, id, parts.now())
  })
  await sender.nudge()
}
