import { randomBytes, randomUUID } from 'node:crypto'
import type { Attempt } from '@tsedra/contract/accounts'
import type { Language } from '@tsedra/contract/language'
import { codeHash, type Purpose } from '@tsedra/database/attempts'
import type { Db } from '@tsedra/database/connection'
import type { Request, Response } from 'express'
import type { Knex } from 'knex'
import { Refusal, tooManyRequests } from '../http/refusal.ts'
import { type BotAddress, linkFor } from './bot-links.ts'
import { network } from '../http/network.ts'
import {
  askAgain,
  type AttemptKey,
  checkCode as checkStored,
  holdOwner,
  insertAttempt,
  isOpen,
  readAttempt,
  spendCode,
  spendSeen,
  type Spent,
  type StoredAttempt,
} from './attempt-store.ts'
import type { SealedCookie } from './cookies.ts'
import type { Asker, Devices } from './devices.ts'
import type { Identity } from './identity.ts'
import { createLetterLimits } from './letter-limits.ts'
import type { Throttles } from './throttles.ts'
import { readUser } from './user-store.ts'

export interface Wanted {
  purpose: Purpose
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
interface AskedCode {
  userId: string
  code: string
}

export interface Attempts {
  /** Writes the attempt down, asks for its code and ties it to this browser. */
  begin(res: Response, wanted: Wanted, asker: Asker): Promise<Attempt>
  resend(req: Request, res: Response, attemptId: string): Promise<Attempt>
  /** The attempt of this browser. @throws Refusal `unauthorized` when it began no such one, or it was cancelled */
  own(req: Request, attemptId: string): Promise<StoredAttempt>
  /**
   * Tries a code that tryCode() is to spend: for work that must not hold the attempt, and that only the right code is
   * worth. Nothing is given back of what it counts.
   *
   * @throws Refusal as tryCode()
   */
  checkCode(req: Request, asked: AskedCode, purposes: readonly Purpose[]): Promise<StoredAttempt>
  /**
   * Tries a code; the right one uses the attempt up and then does `work`, in one transaction.
   *
   * @throws Refusal `code_wrong`, `code_dead`, `unauthorized`, `too_many_requests`
   */
  tryCode<T>(
    req: Request,
    asked: AskedCode,
    purposes: readonly Purpose[],
    work: (trx: Knex.Transaction, attempt: StoredAttempt) => Promise<T>,
  ): Promise<T>
  /** Does `work` once, when the bot has seen the phone's owner; until then, says whether waiting is of any use. */
  whenSeen<T>(
    req: Request,
    work: (trx: Knex.Transaction, attempt: StoredAttempt) => Promise<T>,
  ): Promise<{ done: T } | { isOver: boolean }>
  /** The attempt is over for this browser. */
  forget(res: Response): void
}

interface Deps {
  db: Db
  throttles: Throttles
  devices: Devices
  cookie: SealedCookie<AttemptKey>
  codeSecret: string
  bot: BotAddress | undefined
}

/** Everything that waits for a code: registrations, new addresses, forgotten passwords (infra/decisions/0019-people.md). */
export function createAttempts({ db, throttles, devices, cookie, codeSecret, bot }: Deps): Attempts {
  const letters = createLetterLimits(throttles)
  return { begin, resend, own, checkCode, tryCode, whenSeen, forget: (res) => cookie.clear(res) }

  async function begin(res: Response, wanted: Wanted, asker: Asker): Promise<Attempt> {
    const { purpose, identity, userId, language } = wanted
    const [id, secret] = [randomUUID(), randomBytes(16).toString('base64url')]
    const link = newLink(identity.kind, purpose)
    const isTold = identity.kind === 'email' && (await letters.take({ purpose, identity: identity.value, asker })) === 0
    await insertAttempt(db, {
      id,
      secret,
      purpose,
      identity,
      userId,
      language,
      isDecoy: wanted.isDecoy ?? (purpose !== 'register' && userId === null),
      password: wanted.password ?? null,
      firstName: wanted.firstName ?? '',
      lastName: wanted.lastName ?? '',
      isTold,
      link: link?.stored,
    })
    await cookie.write(res, { id, secret })
    return { userId: id, type: identity.kind, ...(link && { bot: link.shown }) }
  }

  async function resend(req: Request, res: Response, attemptId: string): Promise<Attempt> {
    const key = await keyOf(req, attemptId)
    const attempt = await own(req, attemptId)
    const { purpose, identity } = attempt
    const asker = await askerFor(req, key)
    await throttles.takeOrRefuse(`resend-${asker.by}`, asker.key)
    const link = newLink(attempt.kind, attempt.purpose)
    const asked = link
      ? await askAgain(db, key, link.stored)
      : await askAgain(db, key, (trx) => letters.take({ purpose, identity, asker }, trx))
    if (asked === 'over') throw dead(false)
    if (asked.waitS > 0) throw tooManyRequests(asked.waitS)
    await cookie.write(res, key)
    return { userId: attempt.id, type: attempt.kind, ...(link && { bot: link.shown }) }
  }

  async function own(req: Request, attemptId: string): Promise<StoredAttempt> {
    const attempt = await readAttempt(db, await keyOf(req, attemptId))
    if (!attempt) throw foreign()
    return attempt
  }

  async function checkCode(req: Request, asked: AskedCode, purposes: readonly Purpose[]): Promise<StoredAttempt> {
    const { key, hash } = await countTry(req, asked)
    return rightOrRefuse(await checkStored(db, key, purposes, hash)).attempt
  }

  async function tryCode<T>(
    req: Request,
    asked: AskedCode,
    purposes: readonly Purpose[],
    work: (trx: Knex.Transaction, attempt: StoredAttempt) => Promise<T>,
  ): Promise<T> {
    const { key, hash, asker } = await countTry(req, asked)
    const tried = await db.transaction(async (trx) => {
      // mutation test: code-locks-owner-first
      await holdOwner(trx, key)
      const spent = await spendCode(trx, key, purposes, hash)
      return spent.kind === 'right' ? { ...spent, done: await work(trx, spent.attempt) } : spent
    })
    const { done } = rightOrRefuse(tried)
    await throttles.giveBack(`code-${asker.by}`, asker.key)
    return done
  }

  async function countTry(req: Request, { userId: attemptId, code }: AskedCode) {
    const asker = await askerFor(req, await cookie.read(req))
    // mutation test: code-tries-limited
    await throttles.takeOrRefuse(`code-${asker.by}`, asker.key)
    const key = await keyOf(req, attemptId)
    return { asker, key, hash: codeHash(codeSecret, key.id, code) }
  }

  /** Who asks about an attempt: a browser that its account knows counts for itself. */
  async function askerFor(req: Request, key: AttemptKey | undefined): Promise<Asker> {
    return devices.asker(req, async () => {
      const attempt = key && (await readAttempt(db, key))
      return attempt?.userId ? readUser(db, attempt.userId) : undefined
    })
  }

  async function whenSeen<T>(
    req: Request,
    work: (trx: Knex.Transaction, attempt: StoredAttempt) => Promise<T>,
  ): Promise<{ done: T } | { isOver: boolean }> {
    await throttles.takeOrRefuse('poll-address', network(req.ip ?? ''))
    const key = await cookie.read(req)
    if (!key) return { isOver: false }
    await throttles.takeOrRefuse('poll-attempt', key.id)
    return db.transaction(async (trx) => {
      await holdOwner(trx, key)
      const attempt = await spendSeen(trx, key)
      return attempt ? { done: await work(trx, attempt) } : { isOver: !(await isOpen(trx, key)) }
    })
  }

  /** A way to the bot for a phone, none for an e-mail. @throws Refusal `bot_unavailable` when there is no bot */
  function newLink(kind: Identity['kind'], purpose: Purpose) {
    return kind === 'email' ? undefined : linkFor(bot, { hasNumber: purpose !== 'reset' })
  }

  async function keyOf(req: Request, attemptId: string): Promise<AttemptKey> {
    const key = await cookie.read(req)
    if (key?.id !== attemptId) throw foreign()
    return key
  }
}

function rightOrRefuse<R extends { kind: 'right' }>(tried: R | Exclude<Spent, { kind: 'right' }>): R {
  switch (tried.kind) {
    case 'right':
      return tried
    case 'wrong':
      throw new Refusal('code_wrong', 'Unauthorized: this is not the code.', { triesLeft: tried.triesLeft })
    case 'dead':
      throw dead(tried.canResend)
    case 'foreign':
      throw foreign()
  }
}

const foreign = () => new Refusal('unauthorized', 'Unauthorized: nothing of the kind is under way in this browser.')
const dead = (canResend: boolean) => new Refusal('code_dead', 'This code is good for nothing any more.', { canResend })
