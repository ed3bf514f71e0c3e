import type { codeRequested, PayloadOf } from '@tsedra/contract/jobs'
import { hashCode, generateCode, readCodeRequest, storeCode } from '@tsedra/database/verifications'
import { readShopIdentity } from '@tsedra/database/shop-settings'
import type { Db } from '@tsedra/database/connection'
import type { JobResult } from '../jobs/run-job.ts'
import type { Mailer } from '../channels/email/mailer.ts'
import { buildCodeEmail, buildAccountExistsEmail } from './code-email.ts'

interface Deps {
  db: Db
  mailer: Mailer
  codeSecret: string
  publicOrigin: string
}

/**
 * Creates the handler that generates a code, stores its hash and sends it; a repeat replaces the earlier code.
 *
 * A decoy's code is never sent: the owner of the address receives a hint that the account exists, others nothing.
 */
export function sendCode({ db, mailer, codeSecret, publicOrigin }: Deps) {
  return async ({ attemptId: verificationId, number }: PayloadOf<typeof codeRequested>): Promise<JobResult> => {
    const request = await readCodeRequest(db, verificationId, number)
    if (!request) return { kind: 'nothing', reason: 'no pending verification' }
    const code = generateCode()
    await storeCode(db, verificationId, hashCode(codeSecret, verificationId, code))

    if (request.kind === 'phone') return { kind: 'nothing', reason: 'phones are proved to the bot' }
    if (request.isDecoy && request.purpose === 'reset') return { kind: 'nothing', reason: 'no such account' }
    const { name } = await readShopIdentity(db, request.language)
    const email = request.isDecoy
      ? buildAccountExistsEmail(request.language, publicOrigin, name)
      : buildCodeEmail(request, code, name)
    const delivery = await mailer.send({ to: request.identity, ...email })
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}
