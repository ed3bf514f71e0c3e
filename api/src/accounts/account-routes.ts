import {
  confirmReset,
  currentUser,
  login,
  logout,
  register,
  requestReset,
  resendCode,
  verificationStatus,
  verify,
} from '@tsedra/contract/accounts'
import { defaultLanguage } from '@tsedra/contract/language'
import { notifyOwner } from '@tsedra/database/account-changes'
import type { Request, Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { Requester } from './devices.ts'
import { parseIdentity, requireIdentity } from './identity.ts'
import { startSession } from './start-session.ts'
import { linkVerifiedTelegram } from './verification-store.ts'
import { toPasswordOwner, rejectWeakPassword } from './password-weakness.ts'
import type { AccountsContext } from './accounts.ts'
import { revokeAccess } from './revoke-access.ts'
import { findUser, readUser, setPassword, type StoredUser, userView } from './user-store.ts'
import { readVerifiedAccount, completeVerification } from './complete-verification.ts'

/** Coming in and going out: infra/decisions/0019-accounts.md. Whether an account exists is never told. */
export function accountRoutes(accounts: AccountsContext): Router {
  const { db, log, hasher, accountRateLimits, verifications, passwords, sessions, devices, countRefusedLogin } =
    accounts
  const router = createRouter()

  serve(router, currentUser, async (_input, { user }) => userView(user))

  serve(router, register, async ({ body }, { req, res }) => {
    const identity = requireIdentity(body.emailOrPhone)
    const { firstName, lastName, language = defaultLanguage } = body
    const names = [firstName, lastName]
    await rejectWeakPassword(body.password, { identities: [identity.value], names, isStaff: false })
    const owner = await findUser(db, identity)
    const requester = await countCodeRequest(req, owner)
    // Hashed for owners of accounts too: the time must not tell them from others.
    const password = await hasher.hash(body.password)
    const isDecoy = owner !== undefined && (owner.isVerified || !owner.isActive)
    const registration = isDecoy ? {} : { password, firstName, lastName }
    return verifications.start(
      res,
      { purpose: 'register', identity, userId: null, isDecoy, language, ...registration },
      requester,
    )
  })

  serve(router, verify, async ({ body }, { req, res }) => {
    const current = await req.signedIn()
    const user = await verifications.tryCode(req, body, ['register', 'verify', 'identity'], (trx, verification) =>
      completeVerification(trx, verification, current),
    )
    return startSession(accounts, req, res, user, { by: 'code' })
  })

  serve(router, verificationStatus, async (_input, { req, res }) => {
    const current = await req.signedIn()
    const result = await verifications.completeWhenVerified(req, (trx, verification) =>
      completeVerification(trx, verification, current),
    )
    if ('done' in result)
      return { verified: true, ...(await startSession(accounts, req, res, result.done, { by: 'bot' })) }
    return { verified: false, ...(result.isOver && { over: true as const }) }
  })

  serve(router, resendCode, async ({ body }, { req, res }) => verifications.resend(req, res, body.userId))

  serve(router, login, async ({ body }, { req, res }) => {
    const identity = parseIdentity(body.emailOrPhone) ?? { kind: 'email', value: body.emailOrPhone }
    const user = await findUser(db, identity)
    const isMatch = await passwords.check(req, user, identity.value, body.password)
    if (!isMatch || !user?.isActive) {
      countRefusedLogin()
      const reason = !user ? 'unknown-account' : user.isActive ? 'wrong-password' : 'inactive'
      log.info({ event: 'sign-in-rejected', reason, user: user?.id })
      throw wrongCredentials()
    }
    if (!user.isVerified) {
      const { language, id: userId } = user
      log.info({ event: 'sign-in-rejected', reason: 'not-verified', user: userId })
      const request = { purpose: 'verify', identity, userId, language: language ?? defaultLanguage } as const
      const requester = await devices.identifyRequester(req, user)
      throw new Refusal('not_verified', 'Prove your address first.', {
        ...(await verifications.start(res, request, requester)),
      })
    }
    return startSession(accounts, req, res, user, { by: 'password', refusal: wrongCredentials })
  })

  serve(router, logout, async (_input, { req, res }) => {
    await sessions.end(req, res)
    res.set('Clear-Site-Data', '"cache"')
    return { signedOut: true } as const
  })

  serve(router, requestReset, async ({ body }, { req, res }) => {
    const identity = requireIdentity(body.emailOrPhone)
    const owner = await findUser(db, identity)
    const requester = await countCodeRequest(req, owner)
    const userId = owner?.isActive ? owner.id : null
    const language = owner?.language ?? defaultLanguage
    return verifications.start(res, { purpose: 'reset', identity, userId, language }, requester)
  })

  serve(router, confirmReset, async ({ body }, { req, res }) => {
    const { identity } = await verifications.readOwn(req, body.userId)
    await rejectWeakPassword(body.password, { identities: [identity], names: [], isStaff: false })
    // mutation test: wrong-code-no-hash
    const checked = await verifications.checkCode(req, body, ['reset'])
    // What depends on the account is only asked of its owner; the code is good for another try then.
    await rejectWeakPassword(body.password, toPasswordOwner(await readVerifiedAccount(db, checked)))
    // Only the right code is worth what a hash costs, and nobody waits for a row or a connection meanwhile.
    const password = await hasher.hash(body.password)
    const user = await verifications.tryCode(req, body, ['reset'], async (trx, verification) => {
      const owner = await readVerifiedAccount(trx, verification)
      await notifyOwner(trx, owner.id, 'password')
      // mutation test: hash-outside-transaction
      await setPassword(trx, owner.id, password)
      await trx('users').where({ id: owner.id }).update({ is_verified: true })
      await revokeAccess(trx, owner.id)
      await linkVerifiedTelegram(trx, verification.id, { userId: owner.id, hasSecondFactor: false })
      return (await readUser(trx, owner.id)) ?? owner
    })
    return startSession(accounts, req, res, user, { by: 'reset' })
  })

  return router

  /** Counts somebody who asks for a code about an account that may be theirs. */
  async function countCodeRequest(req: Request, owner: StoredUser | undefined): Promise<Requester> {
    const requester = await devices.identifyRequester(req, owner)
    await accountRateLimits.consumeOrReject(`register-${requester.by}`, requester.key)
    return requester
  }
}

const wrongCredentials = () =>
  new Refusal('wrong_credentials', 'Unauthorized: no account has this address and password.')
