import type { ReplyOf } from '@tsedra/contract/endpoint'
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
import { tellOwner } from '@tsedra/database/account-changes'
import type { Request, Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { holdSession } from './hold-access.ts'
import { requireIdentity } from './identity.ts'
import { passwordOwner, refuseWeak } from './password-weakness.ts'
import type { People } from './people.ts'
import { revokeAccess } from './revoke-access.ts'
import { openSessions, revokeNamed, sessionName, type SignedIn } from './session-store.ts'
import { deleteUser, telegramOf, updateProfile } from './settings-store.ts'
import { findUser, readUser, setPassword, userView } from './user-store.ts'

/** Without a password, an account is only changed by who has signed in within so many milliseconds. */
const FRESH_MS = 10 * 60_000

/** What other features store about a user: the rest of the data download. */
type CustomerData = Pick<ReplyOf<typeof downloadData>, 'likedProductIds' | 'cart' | 'orders'>

interface Deps extends People {
  /** Reads from the features above accounts, which accounts do not import. */
  readCustomerData: (userId: string, language: Language) => Promise<CustomerData>
}

/** What people change about themselves. Whatever could take the account away asks for the password once more. */
export function settingsRoutes(deps: Deps): Router {
  const { db, log, hasher, throttles, attempts, passwords, sessions, devices, readCustomerData } = deps
  const router = createRouter()

  serve(router, changeProfile, async ({ body }, { user }) => {
    await updateProfile(db, user.id, body)
    return userView({ ...user, ...(await readUser(db, user.id)) })
  })

  serve(router, changePassword, async ({ body }, { req, res, user }) => {
    await confirm(req, user, body.currentPassword)
    await refuseWeak(body.password, passwordOwner(user))
    const password = await hasher.hash(body.password)
    const isProvedTwice = user.hasSecondFactor
    let accessEpoch = user.accessEpoch
    await sessions.start(req, res, user, {
      isProvedTwice,
      async work(trx) {
        await holdSession(trx, user)
        // mutation test: password-change-told
        await tellOwner(trx, user.id, 'password')
        await setPassword(trx, user.id, password)
        await revokeAccess(trx, user.id)
        accessEpoch += 1
      },
    })
    // Other devices are known no more; this one has just given everything that was asked for.
    await devices.trust(req, res, { ...user, accessEpoch }, { isProvedTwice })
    log.info({ event: 'password-changed', user: user.id })
    return userView({ ...user, password })
  })

  serve(router, changeIdentity, async ({ body }, { req, res, user }) => {
    const identity = requireIdentity(body.emailOrPhone)
    // mutation test: settings-mail-limit
    await throttles.takeOrRefuse('register-user', user.id)
    await confirm(req, user, body.password)
    const owner = await findUser(db, identity)
    const isDecoy = owner !== undefined && owner.id !== user.id
    const language = user.language ?? defaultLanguage
    const asker = await devices.asker(req, user)
    return attempts.begin(res, { purpose: 'identity', identity, userId: user.id, isDecoy, language }, asker)
  })

  serve(router, listSessions, async (_input, { user }) => openSessions(db, user))

  serve(router, endSessions, async (_input, { req, res, user }) => {
    const ended = await db.transaction((trx) => revokeAccess(trx, user.id))
    await sessions.end(req, res)
    return { ended }
  })

  serve(router, endSession, async ({ params: { id } }, { req, res, user }) => {
    const ended = await revokeNamed(db, user.id, id)
    if (id === sessionName(user.session)) await sessions.end(req, res)
    log.info({ event: 'session-ended', user: user.id })
    return { ended }
  })

  serve(router, downloadData, async (_input, { user }) => ({
    user: userView(user),
    telegram: await telegramOf(db, user.id),
    sessions: await openSessions(db, user),
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
  async function confirm(req: Request, user: SignedIn, password: string | undefined): Promise<void> {
    const isSure =
      user.password === null
        ? Date.now() - user.signedInAt.getTime() < FRESH_MS
        : password !== undefined && (await passwords.check(req, user, user.id, password))
    if (!isSure) throw new Refusal('password_wrong', 'This is not your password.')
  }
}
