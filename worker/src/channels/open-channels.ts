import type { Log } from '@tsedra/service/log'
import type { Config } from '../config.ts'
import { createMailer } from './email/mailer.ts'
import { createCustomerChats } from './telegram/customer-chats.ts'
import { createStaffChat } from './telegram/staff-chat.ts'

interface Options extends Pick<Config, 'telegram' | 'mail'> {
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
