import type { VerificationPurpose } from '@tsedra/database/verifications'
import type { Knex } from 'knex'
import type { Requester } from './devices.ts'
import type { AccountRateLimits } from './rate-limits.ts'

export interface EmailLimits {
  /**
   * Counts an e-mail with a code; returns the seconds to wait when it is one too many, else 0.
   *
   * @param connection the transaction of the caller, who then needs no second connection
   */
  consume(
    email: { purpose: VerificationPurpose; identity: string; requester: Requester },
    connection?: Knex,
  ): Promise<number>
}

/**
 * Counts e-mails by requester and by mailbox (infra/decisions/0020-brute-force-limits.md): unknown requesters share a
 * bounded total, and known devices have limits of their own.
 */
export function createEmailLimits(accountRateLimits: AccountRateLimits): EmailLimits {
  return {
    async consume({ purpose, identity, requester }, connection) {
      // Registrations need no account, so they must not use up the codes of an existing one.
      // mutation test: registration-mail-budget
      const mailbox = `${purpose === 'register' ? 'register' : 'code'} ${normaliseMailbox(identity)}`
      // mutation test: owner-mail-budget
      const pair = `${mailbox} ${requester.by} ${requester.block}`
      const waitS =
        (await accountRateLimits.consume('letter-asker-hour', pair, connection)) ||
        (await accountRateLimits.consume('letter-asker-day', pair, connection))
      if (waitS > 0 || requester.by === 'device') return waitS
      const isFirst = (await accountRateLimits.consume('letter-asker-first', pair, connection)) === 0
      // mutation test: mailbox-code-limit
      return accountRateLimits.consume(isFirst ? 'letter-mailbox-first' : 'letter-mailbox-more', mailbox, connection)
    },
  }
}

const gmail = new Set(['gmail.com', 'googlemail.com'])

/** Returns one spelling per mailbox: without a `+` suffix, and for Gmail without dots. A phone number is unchanged. */
export function normaliseMailbox(identity: string): string {
  const [name = '', host] = identity.split('@')
  if (!host) return identity
  // mutation test: plus-address-same-mailbox
  const plain = name.replace(/(?!^)\+.*$/, '')
  return gmail.has(host) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
}
