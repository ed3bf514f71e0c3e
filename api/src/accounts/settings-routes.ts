import type { ResponseOf } from '@tsedra/contract/endpoint'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import {
  changeIdentity,
  changePassword,
  changeProfile,
  deleteAccount,
  downloadData,
  endSession,
  endSessions,
  listSessions,
} from '@tsedra/contract/settings'
import { notifyOwner } from '@tsedra/database/account-changes'
import type { Request, Response, Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { lockSession } from './lock-access.ts'
import { requireIdentity } from './identity.ts'
import { toPasswordOwner, rejectWeakPassword } from './password-weakness.ts'
import type { AccountsContext } from './accounts.ts'
import { revokeAccess } from './revoke-access.ts'
import { listOpenSessions, revokeSessionByName, sessionName, type SignedInUser } from './session-store.ts'
import { deleteUser, readTelegram, updateProfile } from './settings-store.ts'
import { findUser, readUser, setPassword, userView } from './user-store.ts'

/** An account without a password may only be changed this long after sign-in. */
const RECENT_SIGN_IN_MS = 10 * 60_000

/** What other features store about a user: the rest of the data download. */
type CustomerData = Pick<ResponseOf<typeof downloadData>, 'likedProductIds' | 'cart' | 'orders'>

interface Deps extends AccountsContext {
  /** Reads from the features above accounts, which accounts do not import. */
  readCustomerData: (userId: string, language: Language) => Promise<CustomerData>
}

/** Mounts the account settings. Changes that could take over the account require the password again. */
export function settingsRoutes(deps: Deps): Router {
  const router = createRouter()
  serveProfile(router, deps)
  serveCredentials(router, deps)
  serveSessions(router, deps)
  serveAccountData(router, deps)
  return router
}

function serveProfile(router: Router, { db }: Deps): void {
  serve(router, changeProfile, async ({ body }, { user }) => {
    await updateProfile(db, user.id, body)
    return userView({ ...user, ...(await readUser(db, user.id)) })
  })
}

function serveCredentials(router: Router, deps: Deps): void {
  const { db, log, hasher, accountRateLimits, verifications, devices } = deps

  serve(router, changePassword, async ({ body }, { req, res, user }) => {
    await confirmPassword(deps, req, user, body.currentPassword)
    await rejectWeakPassword(body.password, toPasswordOwner(user))
    const password = await hasher.hash(body.password)
    const accessEpoch = await replacePassword(deps, req, res, user, password)
    // The revocation made every device unknown; this one has just given the password and, for staff, the second factor.
    await devices.trust(req, res, { ...user, accessEpoch }, { hasSecondFactor: user.hasSecondFactor })
    log.info({ event: 'password-changed', user: user.id })
    return userView({ ...user, password })
  })

  serve(router, changeIdentity, async ({ body }, { req, res, user }) => {
    const identity = requireIdentity(body.emailOrPhone)
    // mutation test: settings-mail-limit
    await accountRateLimits.consumeOrReject('register-user', user.id)
    await confirmPassword(deps, req, user, body.password)
    const owner = await findUser(db, identity)
    const isDecoy = owner !== undefined && owner.id !== user.id
    const language = user.language ?? defaultLanguage
    const requester = await devices.identifyRequester(req, user)
    return verifications.start(res, { purpose: 'identity', identity, userId: user.id, isDecoy, language }, requester)
  })
}

/** Stores the password, revokes every session and starts a new one for this browser; returns the raised access epoch. */
async function replacePassword(
  { sessions }: Deps,
  req: Request,
  res: Response,
  user: SignedInUser,
  password: string,
): Promise<number> {
  await sessions.start(req, res, user, {
    hasSecondFactor: user.hasSecondFactor,
    async work(trx) {
      await lockSession(trx, user)
      // mutation test: password-change-notified
      await notifyOwner(trx, user.id, 'password')
      await setPassword(trx, user.id, password)
      await revokeAccess(trx, user.id)
    },
  })
  return user.accessEpoch + 1
}

function serveSessions(router: Router, { db, log, sessions }: Deps): void {
  serve(router, listSessions, async (_input, { user }) => listOpenSessions(db, user))

  serve(router, endSessions, async (_input, { req, res, user }) => {
    const ended = await db.transaction((trx) => revokeAccess(trx, user.id))
    await sessions.end(req, res)
    return { ended }
  })

  serve(router, endSession, async ({ params: { id } }, { req, res, user }) => {
    const ended = await revokeSessionByName(db, user.id, id)
    if (id === sessionName(user.session)) await sessions.end(req, res)
    log.info({ event: 'session-ended', user: user.id })
    return { ended }
  })
}

function serveAccountData(router: Router, deps: Deps): void {
  const { db, log, sessions, readCustomerData } = deps

  serve(router, downloadData, async (_input, { user }) => ({
    user: userView(user),
    telegram: await readTelegram(db, user.id),
    sessions: await listOpenSessions(db, user),
    ...(await readCustomerData(user.id, user.language ?? defaultLanguage)),
  }))

  serve(router, deleteAccount, async ({ body }, { req, res, user }) => {
    await confirmPassword(deps, req, user, body.password)
    const deleted = await db.transaction((trx) => deleteUser(trx, user))
    if (!deleted) throw new Refusal('forbidden', 'The last admin cannot delete their account.')
    await sessions.end(req, res)
    res.set('Clear-Site-Data', '"cache"')
    log.info({ event: 'account-deleted', user: user.id })
    return { deleted: true } as const
  })
}

/** Requires the password, under the rate limits of sign-in. @throws Refusal `password_wrong` */
async function confirmPassword(
  { passwords }: Deps,
  req: Request,
  user: SignedInUser,
  password: string | undefined,
): Promise<void> {
  const isConfirmed =
    user.password === null
      ? Date.now() - user.signedInAt.getTime() < RECENT_SIGN_IN_MS
      : password !== undefined && (await passwords.check(req, user, user.id, password))
  if (!isConfirmed) throw new Refusal('password_wrong', 'The password is wrong.')
}
