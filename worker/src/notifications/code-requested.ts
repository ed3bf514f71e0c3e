import type { codeRequested, PayloadOf } from '@tsedra/contract/jobs'
import { codeHash, newCode, readCodeRequest, storeCode } from '@tsedra/database/attempts'
import type { Db } from '@tsedra/database/connection'
import type { Handled } from '../jobs/run-job.ts'
import type { Mail } from '../senders/mail.ts'
import { codeLetter, knownLetter } from './code-letter.ts'

interface Deps {
  db: Db
  mail: Mail
  codeSecret: string
  publicOrigin: string
}

/**
 * Makes a code, keeps its hash and sends it; a repeat makes a new one, so the last letter is the one that counts.
 *
 * A decoy gets a code that nobody is told: the owner of the address hears that there is an account, a stranger nothing.
 */
export function sendCode({ db, mail, codeSecret, publicOrigin }: Deps) {
  return async ({ attemptId, number }: PayloadOf<typeof codeRequested>): Promise<Handled> => {
    const request = await readCodeRequest(db, attemptId, number)
    if (!request) return { kind: 'nothing', reason: 'nobody waits for it' }
    const code = newCode()
    await storeCode(db, attemptId, codeHash(codeSecret, attemptId, code))

    if (request.kind === 'phone') return { kind: 'nothing', reason: 'phones are proved to the bot' }
    if (request.isDecoy && request.purpose === 'reset') return { kind: 'nothing', reason: 'no such account' }
    const letter = request.isDecoy ? knownLetter(request.language, publicOrigin) : codeLetter(request, code)
    const delivery = await mail.send({ to: request.identity, ...letter })
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}
