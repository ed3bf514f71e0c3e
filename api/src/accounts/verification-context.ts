import type { VerificationPurpose } from '@tsedra/database/verifications'
import { CODE_TTL_S } from '@tsedra/database/verifications'
import type { NewBotLink } from '@tsedra/database/bot-links'
import { insertBotLink } from '@tsedra/database/bot-links'
import type { Db } from '@tsedra/database/connection'
import type { Language } from '@tsedra/contract/language'
import type { Request } from 'express'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { type BotAddress, createBotLink } from './bot-links.ts'
import type { Devices, Requester } from './devices.ts'
import type { EmailLimits } from './email-limits.ts'
import type { EncryptedCookie } from './encrypted-cookie.ts'
import type { Identity } from './identity.ts'
import type { AccountRateLimits } from './rate-limits.ts'
import { readVerification, type VerificationKey } from './stored-verification.ts'
import { readUser } from './user-store.ts'

/** What every step of a verification uses: start, resend, try, poll. */
export interface VerificationContext {
  db: Db
  accountRateLimits: AccountRateLimits
  emailLimits: EmailLimits
  devices: Devices
  cookie: EncryptedCookie<VerificationKey>
  codeSecret: string
  bot: BotAddress | undefined
}

/** Returns the key in the cookie. @throws Refusal `unauthorized` when the cookie is missing or has another verification */
export async function requireKey(
  { cookie }: VerificationContext,
  req: Request,
  verificationId: string,
): Promise<VerificationKey> {
  const key = await cookie.read(req)
  if (key?.id !== verificationId) throw unknownVerification()
  return key
}

/** Returns the rate-limit key of a request: a known device of the account has its own, other requests share their network's. */
export async function identifyRequester(
  { db, devices }: VerificationContext,
  req: Request,
  key: VerificationKey | undefined,
): Promise<Requester> {
  return devices.identifyRequester(req, async () => {
    const verification = key && (await readVerification(db, key))
    return verification?.userId ? readUser(db, verification.userId) : undefined
  })
}

/** Creates a bot link for a phone; returns undefined for an e-mail. @throws Refusal `bot_unavailable` without a bot */
export function createVerificationLink(
  { bot }: VerificationContext,
  kind: Identity['kind'],
  purpose: VerificationPurpose,
) {
  return kind === 'email' ? undefined : createBotLink(bot, { hasNumber: purpose !== 'reset' })
}

/** Stores a bot link for the phone of a verification and starts its expiry: the bot sends the code only later. */
export async function storeVerificationLink(
  trx: Knex.Transaction,
  link: NewBotLink,
  { id, phone, language }: { id: string; phone: string; language: Language },
): Promise<void> {
  await insertBotLink(trx, link, { attempt_id: id, phone }, language)
  await trx('pending_registrations')
    .where({ id })
    .update({ code_expires_at: trx.raw('now() + make_interval(secs => ?)', [CODE_TTL_S]) })
}

export const unknownVerification = () =>
  new Refusal('unauthorized', 'Unauthorized: this browser has no such verification.')
export const deadCode = (canResend: boolean) =>
  new Refusal('code_dead', 'This code has expired or is used up.', { canResend })
