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
import type { Request, Response, Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { Requester } from './devices.ts'
import { type Identity, parseIdentity, requireIdentity } from './identity.ts'
import { startSession } from './start-session.ts'
import { linkVerifiedTelegram } from './link-verified-telegram.ts'
import { toPasswordOwner, rejectWeakPassword } from './password-weakness.ts'
import type { AccountsContext } from './accounts.ts'
import { revokeAccess } from './revoke-access.ts'
import { findUser, readUser, setPassword, type StoredUser, userView } from './user-store.ts'
import { readVerifiedAccount, completeVerification } from './complete-verification.ts'

/** Mounts registration, sign-in and password reset (infra/decisions/0019-accounts.md). No response reveals whether an account exists. */
export function accountRoutes(accounts: AccountsContext): Router {
  const router = createRouter()
  serve(router, currentUser, async (_input, { user }) => userView(user))
  serveRegistration(router, accounts)
  serveVerification(router, accounts)
  serveSignIn(router, accounts)
  servePasswordReset(router, accounts)
  return router
}

function serveRegistration(router: Router, accounts: AccountsContext): void {
  const { db, hasher, verifications } = accounts

  serve(router, register, async ({ body }, { req, res }) => {
    const identity = requireIdentity(body.emailOrPhone)
    const { firstName, lastName, language = defaultLanguage } = body
    const names = [firstName, lastName]
    await rejectWeakPassword(body.password, { identities: [identity.value], names, isStaff: false })
    const owner = await findUser(db, identity)
    const requester = await countCodeRequest(accounts, req, owner)
    // Hashed for existing accounts too, so that the response time does not reveal them.
    const password = await hasher.hash(body.password)
    const isDecoy = owner !== undefined && (owner.isVerified || !owner.isActive)
    const registration = isDecoy ? {} : { password, firstName, lastName }
    return verifications.start(
      res,
      { purpose: 'register', identity, userId: null, isDecoy, language, ...registration },
      requester,
    )
  })
}

function serveVerification(router: Router, accounts: AccountsContext): void {
  const { verifications } = accounts

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
}

function serveSignIn(router: Router, accounts: AccountsContext): void {
  const { db, log, passwords, sessions, countRefusedLogin } = accounts

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
    if (!user.isVerified) throw await startOwnVerification(accounts, req, res, user, identity)
    return startSession(accounts, req, res, user, { by: 'password', refusal: wrongCredentials })
  })

  serve(router, logout, async (_input, { req, res }) => {
    await sessions.end(req, res)
    res.set('Clear-Site-Data', '"cache"')
    return { signedOut: true } as const
  })
}

/** Starts the verification of an account whose password is correct; returns the refusal `not_verified` that carries it. */
async function startOwnVerification(
  { log, devices, verifications }: AccountsContext,
  req: Request,
  res: Response,
  user: StoredUser,
  identity: Identity,
): Promise<Refusal> {
  const { id: userId, language } = user
  log.info({ event: 'sign-in-rejected', reason: 'not-verified', user: userId })
  const request = { purpose: 'verify', identity, userId, language: language ?? defaultLanguage } as const
  const requester = await devices.identifyRequester(req, user)
  const verification = await verifications.start(res, request, requester)
  return new Refusal('not_verified', 'Verify your address first.', { ...verification })
}

function servePasswordReset(router: Router, accounts: AccountsContext): void {
  const { db, hasher, verifications } = accounts

  serve(router, requestReset, async ({ body }, { req, res }) => {
    const identity = requireIdentity(body.emailOrPhone)
    const owner = await findUser(db, identity)
    const requester = await countCodeRequest(accounts, req, owner)
    const userId = owner?.isActive ? owner.id : null
    const language = owner?.language ?? defaultLanguage
    return verifications.start(res, { purpose: 'reset', identity, userId, language }, requester)
  })

  serve(router, confirmReset, async ({ body }, { req, res }) => {
    const { identity } = await verifications.readOwn(req, body.userId)
    await rejectWeakPassword(body.password, { identities: [identity], names: [], isStaff: false })
    // mutation test: wrong-code-no-hash
    const checked = await verifications.checkCode(req, body, ['reset'])
    // Only a correct code reveals rules that depend on the account; the code remains valid for another password.
    await rejectWeakPassword(body.password, toPasswordOwner(await readVerifiedAccount(db, checked)))
    // Only a correct code costs a hash, and hashing outside the transaction blocks no row and no connection.
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
}

/** Counts a request for a code, for existing and for unknown accounts alike. */
async function countCodeRequest(
  { devices, accountRateLimits }: AccountsContext,
  req: Request,
  owner: StoredUser | undefined,
): Promise<Requester> {
  const requester = await devices.identifyRequester(req, owner)
  await accountRateLimits.consumeOrReject(`register-${requester.by}`, requester.key)
  return requester
}

const wrongCredentials = () =>
  new Refusal('wrong_credentials', 'Unauthorized: no account has this address and password.')
