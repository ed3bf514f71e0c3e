import type { Check } from '@tsedra/service/checks'
import { createMailTransport } from '../channels/email/mailer.ts'

/** Connects to the mail server and signs in, without sending an e-mail. */
export function checkMail(url: string): Check {
  return {
    name: 'mail server',
    fix: 'Compare SMTP_URL with what the provider gives: smtps:// for port 465, smtp:// for 587, name and password. Some hosters block these ports until asked for.',
    async run() {
      const transport = createMailTransport(url)
      try {
        await transport.verify()
      } finally {
        transport.close()
      }
      const { hostname, username } = new URL(url)
      return username ? `${hostname} accepts the name and password` : `${hostname} responds, without a sign-in`
    },
  }
}
