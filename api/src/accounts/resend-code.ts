import type { Verification } from '@tsedra/contract/accounts'
import { RESEND_INTERVAL_S } from '@tsedra/contract/account-limits'
import { codeRequested } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import type { NewBotLink } from '@tsedra/database/bot-links'
import { queueJob } from '@tsedra/database/outbox'
import type { Request, Response } from 'express'
import type { Knex } from 'knex'
import { tooManyRequests } from '../http/refusal.ts'
import { TRIES_PER_VERIFICATION } from './code-store.ts'
import { hashSecret, readVerification, type VerificationKey } from './stored-verification.ts'
import {
  createVerificationLink,
  deadCode,
  identifyRequester,
  requireKey,
  storeVerificationLink,
  unknownVerification,
  type VerificationContext,
} from './verification-context.ts'

/** Sends another code or makes another bot link. @throws Refusal `unauthorized`, `code_dead`, `too_many_requests` */
export async function resendCode(
  context: VerificationContext,
  req: Request,
  res: Response,
  verificationId: string,
): Promise<Verification> {
  const { db, accountRateLimits, emailLimits, cookie } = context
  const key = await requireKey(context, req, verificationId)
  const verification = await readVerification(db, key)
  if (!verification) throw unknownVerification()
  const { id, kind, purpose, identity } = verification
  const requester = await identifyRequester(context, req, key)
  await accountRateLimits.consumeOrReject(`resend-${requester.by}`, requester.key)
  const link = createVerificationLink(context, kind, purpose)
  // The transaction commits also when the requester must wait: the e-mail limits keep what they have counted.
  const waitS = await db.transaction(async (trx) => {
    const intervalS = await lockForResend(trx, key)
    const waitS = intervalS || (link ? 0 : await emailLimits.consume({ purpose, identity, requester }, trx))
    if (waitS === 0) await requestCode(trx, id, link?.stored)
    return waitS
  })
  if (waitS > 0) throw tooManyRequests(waitS)
  await cookie.write(res, key)
  return { userId: id, type: kind, ...(link && { bot: link.botLink }) }
}

/** Locks the verification and returns the seconds until it may request another code. @throws Refusal `code_dead` */
async function lockForResend(trx: Knex.Transaction, { id, secret }: VerificationKey): Promise<number> {
  const [row] = await trx('pending_registrations')
    .where({ id, browser_hash: hashSecret(secret) })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .where('total_attempts', '<', TRIES_PER_VERIFICATION)
    .forUpdate()
    .select<{ waitS: number }[]>(
      trx.raw('greatest(0, ceil(extract(epoch FROM code_asked_at - now()) + ?))::int AS "waitS"', [RESEND_INTERVAL_S]),
    )
  if (!row) throw deadCode(false)
  return row.waitS
}

/** Counts the code and queues its e-mail, or stores the bot link that replaces the former one. */
async function requestCode(trx: Knex.Transaction, id: string, link: NewBotLink | undefined): Promise<void> {
  const [updated] = await trx('pending_registrations')
    .where({ id })
    .update({ code_asked_at: trx.fn.now(), codes_asked: trx.raw('codes_asked + 1') })
    .returning<{ codes_asked: number; identity: string; language: Language }[]>(['codes_asked', 'identity', 'language'])
  if (!updated) return
  const { codes_asked: number, identity: phone, language } = updated
  if (link) await storeVerificationLink(trx, link, { id, phone, language })
  else await queueJob(trx, codeRequested, { attemptId: id, number })
}
