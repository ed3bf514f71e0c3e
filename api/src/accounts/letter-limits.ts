import type { Purpose } from '@tsedra/database/attempts'
import type { Knex } from 'knex'
import type { Asker } from './devices.ts'
import type { Throttles } from './throttles.ts'

export interface LetterLimits {
  /**
   * Counts an e-mail with a code; returns the seconds to wait when it is one too many, else 0.
   *
   * @param on the transaction of the caller, who then needs no second connection
   */
  take(letter: { purpose: Purpose; identity: string; asker: Asker }, on?: Knex): Promise<number>
}

/**
 * Counts e-mails by who asks for them and by mailbox (infra/decisions/0020-guessing.md): what outsiders ask for is bounded
 * in total, and uses up nothing of a browser that the account knows.
 */
export function createLetterLimits(throttles: Throttles): LetterLimits {
  return {
    async take({ purpose, identity, asker }, on) {
      // Anybody may begin registrations all day: they do not use up the codes of an account.
      // mutation test: registration-mail-budget
      const mailbox = `${purpose === 'register' ? 'register' : 'code'} ${mailboxOf(identity)}`
      // mutation test: owner-mail-budget
      const pair = `${mailbox} ${asker.by} ${asker.block}`
      const waitS =
        (await throttles.take('letter-asker-hour', pair, on)) || (await throttles.take('letter-asker-day', pair, on))
      if (waitS > 0 || asker.by === 'device') return waitS
      const isFirst = (await throttles.take('letter-asker-first', pair, on)) === 0
      // mutation test: mailbox-code-limit
      return throttles.take(isFirst ? 'letter-mailbox-first' : 'letter-mailbox-more', mailbox, on)
    },
  }
}

const gmail = new Set(['gmail.com', 'googlemail.com'])

/** One spelling per mailbox: without what follows a plus, and for Gmail without dots. A phone stays as it is. */
export function mailboxOf(identity: string): string {
  const [name = '', host] = identity.split('@')
  if (!host) return identity
  // mutation test: plus-address-same-mailbox
  const plain = name.replace(/(?!^)\+.*$/, '')
  return gmail.has(host) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
}
