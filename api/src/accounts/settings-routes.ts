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
import type { Request, Router } from 'express'
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

/** Without a password, an account is only changed by who has signed in within so many milliseconds. */
const RECENT_SIGN_IN_MS = 10 * 60_000

/** What other features store about a user: the rest of the data download. */
type CustomerData = Pick<ResponseOf<typeof downloadData>, 'likedProductIds' | 'cart' | 'orders'>

interface Deps extends AccountsContext {
  /** Reads from the features above accounts, which accounts do not import. */
  readCustomerData: (userId: string, language: Language) => Promise<CustomerData>
}

/** What people change about themselves. Whatever could take the account away asks for the password once more. */
export function settingsRoutes(deps: Deps): Router {
  const { db, log, hasher, accountRateLimits, verifications, passwords, sessions, devices, readCustomerData } = deps
  const router = createRouter()

  serve(router, changeProfile, async ({ body }, { user }) => {
    await updateProfile(db, user.id, body)
    return userView({ ...user, ...(await readUser(db, user.id)) })
  })

  serve(router, changePassword, async ({ body }, { req, res, user }) => {
    await confirm(req, user, body.currentPassword)
    await rejectWeakPassword(body.password, toPasswordOwner(user))
    const password = await hasher.hash(body.password)
    const hasSecondFactor = user.hasSecondFactor
    let accessEpoch = user.accessEpoch
    await sessions.start(req, res, user, {
      hasSecondFactor,
      async work(trx) {
        await lockSession(trx, user)
        // mutation test: password-change-told
        await notifyOwner(trx, user.id, 'password')
        await setPassword(trx, user.id, password)
        await revokeAccess(trx, user.id)
        accessEpoch += 1
      },
    })
    // Other devices are known no more; this one has just given everything that was asked for.
    await devices.trust(req, res, { ...user, accessEpoch }, { hasSecondFactor })
    log.info({ event: 'password-changed', user: user.id })
    return userView({ ...user, password })
  })

  serve(router, changeIdentity, async ({ body }, { req, res, user }) => {
    const identity = requireIdentity(body.emailOrPhone)
    // mutation test: settings-mail-limit
    await accountRateLimits.consumeOrReject('register-user', user.id)
    await confirm(req, user, body.password)
    const owner = await findUser(db, identity)
    const isDecoy = owner !== undefined && owner.id !== user.id
    const language = user.language ?? defaultLanguage
    const requester = await devices.identifyRequester(req, user)
    return verifications.start(res, { purpose: 'identity', identity, userId: user.id, isDecoy, language }, requester)
  })

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

  serve(router, downloadData, async (_input, { user }) => ({
    user: userView(user),
    telegram: await readTelegram(db, user.id),
    sessions: await listOpenSessions(db, user),
    ...(await readCustomerData(user.id, user.language ?? defaultLanguage)),
  }))

  serve(router, deleteAccount, async ({ body }, { req, res, user }) => {
    await confirm(req, user, body.password)
    const deleted = await db.transaction((trx) => deleteUser(trx, user))
    if (!deleted) throw new Refusal('forbidden', 'The last admin cannot leave.')
    await sessions.end(req, res)
    res.set('Clear-Site-Data', '"cache"')
    log.info({ event: 'account-deleted', user: user.id })
    return { deleted: true } as const
  })

  return router

  /** @throws Refusal `password_wrong`; the tries are counted as those at the door are */
  async function confirm(req: Request, user: SignedInUser, password: string | undefined): Promise<void> {
    const isConfirmed =
      user.password === null
        ? Date.now() - user.signedInAt.getTime() < RECENT_SIGN_IN_MS
        : password !== undefined && (await passwords.check(req, user, user.id, password))
    if (!isConfirmed) throw new Refusal('password_wrong', 'This is not your password.')
  }
}
