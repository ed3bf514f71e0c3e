import type { orderReplied, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { markReplySent, readReply } from '@tsedra/database/order-replies'
import type { JobResult } from '../jobs/run-job.ts'
import type { CustomerChats } from '../channels/telegram/customer-chats.ts'

interface Deps {
  db: Db
  customerChats: CustomerChats
}

/** Creates the handler that sends a reply of staff to the customer's chat, and notes in the history that it was sent. */
export function sendReply({ db, customerChats }: Deps) {
  return async (payload: PayloadOf<typeof orderReplied>): Promise<JobResult> => {
    const text = await readReply(db, payload)
    if (text === undefined) return { kind: 'nothing', reason: 'no such reply, or the chat was unlinked' }
    const delivery = await customerChats.send({ chatId: payload.chatId, text })
    if (delivery.kind !== 'sent') return delivery
    return { ...delivery, record: (trx) => markReplySent(trx, payload.event) }
  }
}
