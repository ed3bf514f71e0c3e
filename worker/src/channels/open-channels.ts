import type { Log } from '@tsedra/service/log'
import { createMailer } from './email/mailer.ts'
import { createCustomerChats } from './telegram/customer-chats.ts'
import { createStaffChat } from './telegram/staff-chat.ts'

interface Options {
  telegram: Omit<Parameters<typeof createStaffChat>[0], 'timeoutS' | 'log'>
  mail: Omit<Parameters<typeof createMailer>[0], 'log'>
  /** Timeout of requests to Telegram, in seconds. */
  telegramTimeoutS?: number | undefined
  log: Log
}

/** Registers every notification channel; each is a `Sender` with a delivery guard. */
export function openChannels({ telegram, telegramTimeoutS: timeoutS, mail, log }: Options) {
  return {
    staffChat: createStaffChat({ ...telegram, timeoutS, log }),
    customerChats: createCustomerChats(telegram),
    mailer: createMailer({ ...mail, log }),
  }
}

export type Channels = ReturnType<typeof openChannels>
