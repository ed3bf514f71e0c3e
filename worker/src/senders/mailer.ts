import { createTransport } from 'nodemailer'
import type { Log } from '@tsedra/service/log'
import type { Delivery } from './delivery.ts'

export interface Email {
  to: string
  subject: string
  /** Plain text: nothing in it is markup. */
  text: string
}

export interface Mailer {
  send(email: Email): Promise<Delivery | { kind: 'nothing'; reason: string }>
}

interface Options {
  /** `smtp://` or `smtps://`, with name and password when the server asks for them. */
  url: string
  from: string
  timeoutMs?: number
  log: Log
}

/** Shorter than the lease on the job. */
const TIMEOUT_MS = 8_000
/** Letters under way at once; other jobs need the rest of the worker. */
const CONCURRENCY = 2
const MAX_WAIT_MS = 30_000

/** Sends letters. While the server does not answer nothing is tried; the first letter after the wait is the probe. */
export function createMailer({ url, from, timeoutMs = TIMEOUT_MS, log }: Options): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let inFlight = 0
  let consecutiveFailures = 0
  let closedUntilMs = 0

  return {
    async send(email) {
      const closedForMs = closedUntilMs - Date.now()
      if (closedForMs > 0) return notSent('mail server unavailable', closedForMs)
      if (inFlight >= CONCURRENCY) return notSent('too many emails in flight', 500)
      inFlight += 1
      try {
        await transport.sendMail({ ...email, from })
        consecutiveFailures = 0
        return { kind: 'sent', messageId: null }
      } catch (error) {
        return classifyFailure(error)
      } finally {
        inFlight -= 1
      }
    },
  }

  /** @see RFC 5321, 4.2.1: 4yz may be tried again, 5yz may not */
  function classifyFailure(error: unknown): Awaited<ReturnType<Mailer['send']>> {
    const { code = 'no answer', command = '', responseCode } = error as SmtpFailure
    const reason = responseCode ? `${responseCode}` : code
    if (responseCode && responseCode >= 500 && /^(RCPT TO|DATA|MAIL FROM)/.test(command)) {
      log.warn({ reason, command }, 'email: rejected permanently')
      return { kind: 'nothing', reason }
    }
    consecutiveFailures += 1
    const waitMs = Math.min(1_000 * 2 ** (consecutiveFailures - 1), MAX_WAIT_MS)
    closedUntilMs = Date.now() + waitMs
    // From DATA on the server has the letter, whether or not its answer has come back.
    if (command === 'DATA' && !responseCode) return { kind: 'unknown', reason, waitMs }
    return notSent(reason, waitMs)
  }
}

interface SmtpFailure {
  code?: string
  command?: string
  responseCode?: number
}

const notSent = (reason: string, waitMs: number): Delivery => ({
  kind: 'not_sent',
  reason,
  waitMs,
  pausesQueue: false,
})
