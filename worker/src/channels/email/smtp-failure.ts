import type { Log } from '@tsedra/service/log'
import type { Failure } from '../failure.ts'

/** The fields of nodemailer's errors. */
interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
}

/**
 * Classifies an error of nodemailer.
 *
 * @see RFC 5321, 4.2.1: 4yz may be retried, 5yz may not
 */
export function classifySmtpError(error: unknown, log: Log): Failure {
  const { code = 'no answer', command = '', responseCode } = error as SmtpError
  const reason = responseCode ? `${responseCode}` : code
  if (responseCode && responseCode >= 500 && /^(RCPT TO|DATA|MAIL FROM)/.test(command)) {
    log.warn({ reason, command }, 'email: rejected permanently')
    return { kind: 'rejected', reason }
  }
  // From DATA on the server may have accepted the e-mail, even if its response is lost.
  if (command === 'DATA' && !responseCode) return { kind: 'interrupted', reason }
  return { kind: 'unreachable', reason }
}
