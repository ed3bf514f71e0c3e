import { pageOutbox } from './page-outbox.ts'
import { resend } from './queue.ts'

/** The shopper asks for it: what was parked, too old or waiting goes now, unless the server named a time. */
export async function sendNow(...ids: readonly string[]): Promise<void> {
  const { parts, sender } = pageOutbox()
  await parts.db.transaction('rw', parts.db.outbox, async () => {
    for (const id of ids) await resend(parts.db, id, parts.now())
  })
  await sender.nudge()
}
