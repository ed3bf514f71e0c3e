import { pageOutbox } from './page-outbox.ts'
import { resend } from './queue.ts'

/** The shopper asks for it: what was parked, too old or waiting goes now, unless the server named a time. */
export async function sendNow(id: string): Promise<void> {
  const { parts, sender } = pageOutbox()
  await resend(parts.db, id, parts.now())
  await sender.nudge()
}
