import type { Db } from '@tsedra/database/connection'
import type { Channels } from '../channels/open-channels.ts'
import type { Handlers } from '../jobs/run-job.ts'
import { notifyOwnerOfChange } from './account-changed.ts'
import { sendAmendment } from './amendment.ts'
import { sendCode } from './code-requested.ts'
import { notifyStaffOfCancellation } from './order-cancelled.ts'
import { sendOrderEmail } from './order-email.ts'
import { notifyStaffOfOrder } from './order-placed.ts'
import { sendReply } from './reply.ts'
import { updateStaffMessage } from './staff-message.ts'
import { sendInvitation } from './staff-invited.ts'
import { sendStatusUpdate } from './status-update.ts'

interface Deps extends Channels {
  db: Db
  codeSecret: string
  publicOrigin: string
  /** Whether a bot receives presses of the buttons below a message. */
  hasBot: boolean
}

/** Creates the handler of each job; a missing one does not compile. */
export function createHandlers(deps: Deps): Handlers {
  return {
    'order-placed': notifyStaffOfOrder(deps),
    'order-cancelled': notifyStaffOfCancellation(deps),
    'order-shown': updateStaffMessage(deps),
    'order-moved': sendStatusUpdate(deps),
    'order-amended': sendAmendment(deps),
    'order-replied': sendReply(deps),
    'order-emailed': sendOrderEmail(deps),
    'code-requested': sendCode(deps),
    'staff-invited': sendInvitation(deps),
    'account-changed': notifyOwnerOfChange(deps),
  }
}
