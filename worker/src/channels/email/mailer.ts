import { createTransport } from 'nodemailer'
import type { Log } from '@tsedra/service/log'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import type { Sender } from '../delivery.ts'
import { createDeliveryGuard } from '../delivery-guard.ts'
import { classifySmtpError } from './smtp-failure.ts'

export interface Email {
  to: string
  subject: string
  /** Plain text, never interpreted as markup. */
  text: string
  /** The same content as simple HTML, for an e-mail with links. */
  html?: string
  /** Address that ends e-mails like this one by a POST (RFC 8058). */
  unsubscribeUrl?: string
}

export type Mailer = Sender<Email>

interface Options {
  /** `smtp://` or `smtps://`, with user and password when the server requires them. */
  url: string
  from: string
  timeoutMs?: number
  log: Log
}

/** Shorter than the lease on the job. */
const TIMEOUT_MS = 8_000
const CONCURRENCY = 2
const MAX_WAIT_MS = 30_000

/** Creates the client of the mail server; it connects for each e-mail. */
export function createMailTransport(url: string, timeoutMs = TIMEOUT_MS) {
  return createTransport({
    url,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Creates the sender of e-mails (infra/decisions/0021-email.md). */
export function createMailer({ url, from, timeoutMs = TIMEOUT_MS, log }: Options): Mailer {
  const transport = createMailTransport(url, timeoutMs)
  const guard = createDeliveryGuard({
    circuit: createCircuitBreaker(MAX_WAIT_MS),
    classify: (error) => classifySmtpError(error, log),
    policy: { onRejected: 'drop', onInterrupted: 'wait', rateLimitPausesQueue: false },
    concurrency: CONCURRENCY,
  })

  return {
    send: ({ unsubscribeUrl, ...email }) =>
      guard(async () => {
        await transport.sendMail({
          ...email,
          from,
          ...(unsubscribeUrl && { headers: unsubscribeHeaders(unsubscribeUrl) }),
        })
        return { kind: 'sent', messageId: null }
      }),
  }
}

/** Prepared: nodemailer would fold a long address. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
