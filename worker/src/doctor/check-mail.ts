import { type Check, CheckFailure } from '@tsedra/service/checks'
import { createMailTransport } from '../channels/email/mailer.ts'

const fix =
  'Compare SMTP_URL with what the provider gives: smtps:// for port 465, smtp:// for 587, name and password. Some hosters block these ports until asked for.'

/** Connects to the mail server and signs in, without sending an e-mail. */
export function checkMail(url: string): Check {
  return {
    name: 'mail server',
    isExternal: true,
    fix,
    async run() {
      const transport = createMailTransport(url)
      try {
        await transport.verify()
      } catch (error) {
        const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
        // A reply below 500 is temporary.
        if (code === 'EAUTH' && Number(responseCode) >= 500) throw new CheckFailure(`${code} ${message}`, fix)
        throw error
      } finally {
        transport.close()
      }
      const { hostname, username } = new URL(url)
      return username ? `${hostname} accepts the name and password` : `${hostname} responds, without a sign-in`
    },
  }
}
