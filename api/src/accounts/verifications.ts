import { randomBytes, randomUUID } from 'node:crypto'
import type { Verification } from '@tsedra/contract/accounts'
import type { Language } from '@tsedra/contract/language'
import { hashCode, type VerificationPurpose } from '@tsedra/database/attempts'
import type { Db } from '@tsedra/database/connection'
import type { Request, Response } from 'express'
import type { Knex } from 'knex'
import { Refusal, tooManyRequests } from '../http/refusal.ts'
import { type BotAddress, createBotLink } from './bot-links.ts'
import { getNetworkKey } from '../http/network.ts'
import {
  requestAnotherCode,
  type VerificationKey,
  checkCode as checkStored,
  lockOwner,
  insertVerification,
  isPending,
  readVerification,
  consumeCode,
  consumeVerified,
  type TryResult,
  type StoredVerification,
} from './verification-store.ts'
import type { EncryptedCookie } from './encrypted-cookie.ts'
import type { Requester, Devices } from './devices.ts'
import type { Identity } from './identity.ts'
import { createEmailLimits } from './email-limits.ts'
import type { AccountRateLimits } from './rate-limits.ts'
import { readUser } from './user-store.ts'

export interface VerificationRequest {
  purpose: VerificationPurpose
  identity: Identity
  /** Whose account it is about; null makes a decoy of everything but a registration. */
  userId: string | null
  /** Nothing will ever fit: the answer alone must look as always. */
  isDecoy?: boolean
  password?: string | null
  firstName?: string
  lastName?: string
  language: Language
}

/** A code, and the attempt (`userId` on the wire) that it is for. */
interface CodeInput {
  userId: string
  code: string
}

export interface Verifications {
  /** Writes the attempt down, asks for its code and ties it to this browser. */
  start(res: Response, request: VerificationRequest, requester: Requester): Promise<Verification>
  resend(req: Request, res: Response, verificationId: string): Promise<Verification>
  /** The attempt of this browser. @throws Refusal `unauthorized` when it began no such one, or it was cancelled */
  readOwn(req: Request, verificationId: string): Promise<StoredVerification>
  /**
   * Tries a code that tryCode() is to spend: for work that must not hold the attempt, and that only the right code is
   * worth. Nothing is given back of what it counts.
   *
   * @throws Refusal as tryCode()
   */
  checkCode(req: Request, codeRequest: CodeInput, purposes: readonly VerificationPurpose[]): Promise<StoredVerification>
  /**
   * Tries a code; the right one uses the attempt up and then does `work`, in one transaction.
   *
   * @throws Refusal `code_wrong`, `code_dead`, `unauthorized`, `too_many_requests`
   */
  tryCode<T>(
    req: Request,
    codeRequest: CodeInput,
    purposes: readonly VerificationPurpose[],
    work: (trx: Knex.Transaction, verification: StoredVerification) => Promise<T>,
  ): Promise<T>
  /** Does `work` once, when the bot has seen the phone's owner; until then, says whether waiting is of any use. */
  completeWhenVerified<T>(
    req: Request,
    work: (trx: Knex.Transaction, verification: StoredVerification) => Promise<T>,
  ): Promise<{ done: T } | { isOver: boolean }>
  /** The attempt is over for this browser. */
  clearCookie(res: Response): void
}

interface Deps {
  db: Db
  accountRateLimits: AccountRateLimits
  devices: Devices
  cookie: EncryptedCookie<VerificationKey>
  codeSecret: string
  bot: BotAddress | undefined
}

/** Everything that waits for a code: registrations, new addresses, forgotten passwords (infra/decisions/0019-accounts.md). */
export function createVerifications({ db, accountRateLimits, devices, cookie, codeSecret, bot }: Deps): Verifications {
  const emailLimits = createEmailLimits(accountRateLimits)
  return { start, resend, readOwn, checkCode, tryCode, completeWhenVerified, clearCookie: (res) => cookie.clear(res) }

  async function start(res: Response, request: VerificationRequest, requester: Requester): Promise<Verification> {
    const { purpose, identity, userId, language } = request
    const [id, secret] = [randomUUID(), randomBytes(16).toString('base64url')]
    const link = createLink(identity.kind, purpose)
    const shouldSendEmail =
      identity.kind === 'email' && (await emailLimits.consume({ purpose, identity: identity.value, requester })) === 0
    await insertVerification(db, {
      id,
      secret,
      purpose,
      identity,
      userId,
      language,
      isDecoy: request.isDecoy ?? (purpose !== 'register' && userId === null),
      password: request.password ?? null,
      firstName: request.firstName ?? '',
      lastName: request.lastName ?? '',
      shouldSendEmail,
      link: link?.stored,
    })
    await cookie.write(res, { id, secret })
    return { userId: id, type: identity.kind, ...(link && { bot: link.botLink }) }
  }

  async function resend(req: Request, res: Response, verificationId: string): Promise<Verification> {
    const key = await readKey(req, verificationId)
    const verification = await readOwn(req, verificationId)
    const { purpose, identity } = verification
    const requester = await requesterFor(req, key)
    await accountRateLimits.consumeOrReject(`resend-${requester.by}`, requester.key)
    const link = createLink(verification.kind, verification.purpose)
    const codeRequest = link
      ? await requestAnotherCode(db, key, link.stored)
      : await requestAnotherCode(db, key, (trx) => emailLimits.consume({ purpose, identity, requester }, trx))
    if (codeRequest === 'over') throw deadCode(false)
    if (codeRequest.waitS > 0) throw tooManyRequests(codeRequest.waitS)
    await cookie.write(res, key)
    return { userId: verification.id, type: verification.kind, ...(link && { bot: link.botLink }) }
  }

  async function readOwn(req: Request, verificationId: string): Promise<StoredVerification> {
    const verification = await readVerification(db, await readKey(req, verificationId))
    if (!verification) throw unknownVerification()
    return verification
  }

  async function checkCode(
    req: Request,
    codeRequest: CodeInput,
    purposes: readonly VerificationPurpose[],
  ): Promise<StoredVerification> {
    const { key, hash } = await countTry(req, codeRequest)
    return requireCorrectCode(await checkStored(db, key, purposes, hash)).verification
  }

  async function tryCode<T>(
    req: Request,
    codeRequest: CodeInput,
    purposes: readonly VerificationPurpose[],
    work: (trx: Knex.Transaction, verification: StoredVerification) => Promise<T>,
  ): Promise<T> {
    const { key, hash, asker: requester } = await countTry(req, codeRequest)
    const result = await db.transaction(async (trx) => {
      // mutation test: code-locks-owner-first
      await lockOwner(trx, key)
      const tryResult = await consumeCode(trx, key, purposes, hash)
      return tryResult.kind === 'right' ? { ...tryResult, done: await work(trx, tryResult.verification) } : tryResult
    })
    const { done } = requireCorrectCode(result)
    await accountRateLimits.refund(`code-${requester.by}`, requester.key)
    return done
  }

  async function countTry(req: Request, { userId: verificationId, code }: CodeInput) {
    const requester = await requesterFor(req, await cookie.read(req))
    // mutation test: code-tries-limited
    await accountRateLimits.consumeOrReject(`code-${requester.by}`, requester.key)
    const key = await readKey(req, verificationId)
    return { asker: requester, key, hash: hashCode(codeSecret, key.id, code) }
  }

  /** Who asks about an attempt: a browser that its account knows counts for itself. */
  async function requesterFor(req: Request, key: VerificationKey | undefined): Promise<Requester> {
    return devices.identifyRequester(req, async () => {
      const verification = key && (await readVerification(db, key))
      return verification?.userId ? readUser(db, verification.userId) : undefined
    })
  }

  async function completeWhenVerified<T>(
    req: Request,
    work: (trx: Knex.Transaction, verification: StoredVerification) => Promise<T>,
  ): Promise<{ done: T } | { isOver: boolean }> {
    await accountRateLimits.consumeOrReject('poll-address', getNetworkKey(req.ip ?? ''))
    const key = await cookie.read(req)
    if (!key) return { isOver: false }
    await accountRateLimits.consumeOrReject('poll-attempt', key.id)
    return db.transaction(async (trx) => {
      await lockOwner(trx, key)
      const verification = await consumeVerified(trx, key)
      return verification ? { done: await work(trx, verification) } : { isOver: !(await isPending(trx, key)) }
    })
  }

  /** A way to the bot for a phone, none for an e-mail. @throws Refusal `bot_unavailable` when there is no bot */
  function createLink(kind: Identity['kind'], purpose: VerificationPurpose) {
    return kind === 'email' ? undefined : createBotLink(bot, { hasNumber: purpose !== 'reset' })
  }

  async function readKey(req: Request, verificationId: string): Promise<VerificationKey> {
    const key = await cookie.read(req)
    if (key?.id !== verificationId) throw unknownVerification()
    return key
  }
}

function requireCorrectCode<R extends { kind: 'right' }>(result: R | Exclude<TryResult, { kind: 'right' }>): R {
  switch (result.kind) {
    case 'right':
      return result
    case 'wrong':
      throw new Refusal('code_wrong', 'Unauthorized: this is not the code.', { triesLeft: result.triesLeft })
    case 'dead':
      throw deadCode(result.canResend)
    case 'foreign':
      throw unknownVerification()
  }
}

const unknownVerification = () =>
  new Refusal('unauthorized', 'Unauthorized: nothing of the kind is under way in this browser.')
const deadCode = (canResend: boolean) =>
  new Refusal('code_dead', 'This code is good for nothing any more.', { canResend })
