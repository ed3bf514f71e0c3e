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
import { tellOwner } from '@tsedra/database/account-changes'
import type { Request, Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { Asker } from './devices.ts'
import { readIdentity, requireIdentity } from './identity.ts'
import { letIn } from './let-in.ts'
import { tieSeen } from './attempt-store.ts'
import { passwordOwner, refuseWeak } from './password-weakness.ts'
import type { People } from './people.ts'
import { revokeAccess } from './revoke-access.ts'
import { findUser, readUser, setPassword, type StoredUser, userView } from './user-store.ts'
import { addressed, welcome } from './welcome.ts'

/** Coming in and going out: infra/decisions/0019-people.md. Whether an account exists is never told. */
export function accountRoutes(people: People): Router {
  const { db, log, hasher, throttles, attempts, passwords, sessions, devices, countRefused } = people
  const router = createRouter()

  serve(router, currentUser, async (_input, { user }) => userView(user))

  serve(router, register, async ({ body }, { req, res }) => {
    const identity = requireIdentity(body.emailOrPhone)
    const { firstName, lastName, language = defaultLanguage } = body
    const names = [firstName, lastName]
    await refuseWeak(body.password, { identities: [identity.value], names, isStaff: false })
    const owner = await findUser(db, identity)
    const asker = await countAsk(req, owner)
    // Hashed for owners of accounts too: the time must not tell them from others.
    const password = await hasher.hash(body.password)
    const isDecoy = owner !== undefined && (owner.isVerified || !owner.isActive)
    const kept = isDecoy ? {} : { password, firstName, lastName }
    return attempts.begin(res, { purpose: 'register', identity, userId: null, isDecoy, language, ...kept }, asker)
  })

  serve(router, verify, async ({ body }, { req, res }) => {
    const current = await req.signedIn()
    const user = await attempts.tryCode(req, body, ['register', 'verify', 'identity'], (trx, attempt) =>
      welcome(trx, attempt, current),
    )
    return letIn(people, req, res, user, { by: 'code' })
  })

  serve(router, verificationStatus, async (_input, { req, res }) => {
    const current = await req.signedIn()
    const seen = await attempts.whenSeen(req, (trx, attempt) => welcome(trx, attempt, current))
    if ('done' in seen) return { verified: true, ...(await letIn(people, req, res, seen.done, { by: 'bot' })) }
    return { verified: false, ...(seen.isOver && { over: true as const }) }
  })

  serve(router, resendCode, async ({ body }, { req, res }) => attempts.resend(req, res, body.userId))

  serve(router, login, async ({ body }, { req, res }) => {
    const identity = readIdentity(body.emailOrPhone) ?? { kind: 'email', value: body.emailOrPhone }
    const user = await findUser(db, identity)
    const fits = await passwords.check(req, user, identity.value, body.password)
    if (!fits || !user?.isActive) {
      countRefused()
      const reason = !user ? 'unknown-account' : user.isActive ? 'wrong-password' : 'inactive'
      log.info({ event: 'login-refused', reason, user: user?.id })
      throw wrongCredentials()
    }
    if (!user.isVerified) {
      const { language, id: userId } = user
      log.info({ event: 'login-refused', reason: 'not-verified', user: userId })
      const begun = { purpose: 'verify', identity, userId, language: language ?? defaultLanguage } as const
      const asker = await devices.asker(req, user)
      throw new Refusal('not_verified', 'Prove your address first.', { ...(await attempts.begin(res, begun, asker)) })
    }
    return letIn(people, req, res, user, { by: 'password', refusal: wrongCredentials })
  })

  serve(router, logout, async (_input, { req, res }) => {
    await sessions.end(req, res)
    res.set('Clear-Site-Data', '"cache"')
    return { signedOut: true } as const
  })

  serve(router, requestReset, async ({ body }, { req, res }) => {
    const identity = requireIdentity(body.emailOrPhone)
    const owner = await findUser(db, identity)
    const asker = await countAsk(req, owner)
    const userId = owner?.isActive ? owner.id : null
    const language = owner?.language ?? defaultLanguage
    return attempts.begin(res, { purpose: 'reset', identity, userId, language }, asker)
  })

  serve(router, confirmReset, async ({ body }, { req, res }) => {
    const { identity } = await attempts.own(req, body.userId)
    await refuseWeak(body.password, { identities: [identity], names: [], isStaff: false })
    // mutation test: wrong-code-no-hash
    const asked = await attempts.checkCode(req, body, ['reset'])
    // What depends on the account is only asked of its owner; the code is good for another try then.
    await refuseWeak(body.password, passwordOwner(await addressed(db, asked)))
    // Only the right code is worth what a hash costs, and nobody waits for a row or a connection meanwhile.
    const password = await hasher.hash(body.password)
    const user = await attempts.tryCode(req, body, ['reset'], async (trx, attempt) => {
      const owner = await addressed(trx, attempt)
      await tellOwner(trx, owner.id, 'password')
      // mutation test: hash-outside-transaction
      await setPassword(trx, owner.id, password)
      await trx('users').where({ id: owner.id }).update({ is_verified: true })
      await revokeAccess(trx, owner.id)
      await tieSeen(trx, attempt.id, { userId: owner.id, isProvedTwice: false })
      return (await readUser(trx, owner.id)) ?? owner
    })
    return letIn(people, req, res, user, { by: 'reset' })
  })

  return router

  /** Counts somebody who asks for a code about an account that may be theirs. */
  async function countAsk(req: Request, owner: StoredUser | undefined): Promise<Asker> {
    const asker = await devices.asker(req, owner)
    await throttles.takeOrRefuse(`register-${asker.by}`, asker.key)
    return asker
  }
}

const wrongCredentials = () =>
  new Refusal('wrong_credentials', 'Unauthorized: no account has this address and password.')
