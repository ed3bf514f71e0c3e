import { confirmSecondFactor, setUpSecondFactor } from '@tsedra/contract/accounts'
import { notifyOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import { readShopIdentity } from '@tsedra/database/shop-settings'
import type { Router } from 'express'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { lockSession } from './lock-access.ts'
import type { AccountsContext } from './accounts.ts'
import type { SignedInUser } from './session-store.ts'
import type { DeviceClaim } from './devices.ts'
import type { Encryption } from './encryption.ts'
import { storeTotpSecret, consumeTotpStep } from './settings-store.ts'
import type { Bucket } from './rate-limits.ts'
import { generateTotpSecret, findTotpStep, totpUri } from './totp.ts'
import { userView } from './user-store.ts'

/** The stored secret never expires. Each use encrypts it again, which moves it to the newest encryption key. */
const NO_EXPIRY_S = 0

/** Mounts the second factor of staff: a code of an authenticator app (infra/decisions/0023-second-factor.md). */
export function secondFactorRoutes(accounts: AccountsContext): Router {
  const router = createRouter()
  serveSetUp(router, accounts)
  serveConfirmation(router, accounts)
  return router
}

function serveSetUp(router: Router, { db, encryption }: AccountsContext): void {
  serve(router, setUpSecondFactor, async (_input, { user }) => {
    requireStaff(user)
    if (user.totpConfirmed) throw new Refusal('forbidden', 'This account already has an authenticator app.')
    const session = user.session.toString('hex')
    const stored = await decryptSecret(encryption, user)
    const secret = stored?.session === session ? stored.secret : generateTotpSecret()
    const encrypted = await encryption.encrypt('totp', { secret, session }, NO_EXPIRY_S)
    await db.transaction(async (trx) => {
      await lockSession(trx, user)
      await storeTotpSecret(trx, user.id, encrypted)
    })
    return { secret, uri: totpUri(secret, user.email ?? user.id, (await readShopIdentity(db, 'en')).name) }
  })
}

function serveConfirmation(router: Router, accounts: AccountsContext): void {
  const { log, encryption, accountRateLimits, sessions, devices } = accounts

  serve(router, confirmSecondFactor, async ({ body }, { req, res, user }) => {
    requireStaff(user)
    const rateLimitKey = rateLimitKeyOf(user, await devices.findKnownDevice(req, user))
    await accountRateLimits.consumeOrReject(...rateLimitKey)
    const stored = await decryptSecret(encryption, user)
    const step = stored && findTotpStep(stored.secret, body.code, Date.now())
    const encrypted = await encryption.encrypt('totp', { secret: stored?.secret }, NO_EXPIRY_S)
    try {
      if (step === undefined) throw wrongCode()
      await sessions.start(req, res, user, {
        hasSecondFactor: true,
        work: (trx) => consumeStep(trx, user, step, encrypted),
      })
    } catch (error) {
      // mutation test: wrong-second-factor-audited
      if (error instanceof Refusal && error.code === 'code_wrong') await recordRejectedCode(accounts, user)
      throw error
    }
    await accountRateLimits.clear(...rateLimitKey)
    await devices.trust(req, res, user, { hasSecondFactor: true })
    log.info({ event: 'second-factor', user: user.id })
    return userView({ ...user, totpConfirmed: true, hasSecondFactor: true })
  })
}

/** Returns a key of its own for a device that has proved the factor: wrong codes of an attacker do not lock it out. */
function rateLimitKeyOf(user: SignedInUser, device: DeviceClaim | undefined): [Bucket, string] {
  // mutation test: proved-device-own-tries
  return device?.isProved ? ['second-factor-device', device.did] : ['second-factor', user.id]
}

/** Consumes a time step. The first one confirms the app, of which the user is notified. */
async function consumeStep(trx: Knex.Transaction, user: SignedInUser, step: number, encrypted: string): Promise<void> {
  await lockSession(trx, user)
  if (!(await consumeTotpStep(trx, user.id, step, encrypted))) throw wrongCode()
  await audit(trx, user, { action: 'session.proved' })
  if (!user.totpConfirmed) await notifyOwner(trx, user.id, 'second-factor')
}

/** Logs and audits a wrong code: its sender already has the password. */
async function recordRejectedCode({ db, log }: AccountsContext, user: SignedInUser): Promise<void> {
  log.warn({ event: 'second-factor-refused', user: user.id }, 'second factor rejected')
  await db.transaction((trx) => audit(trx, user, { action: 'session.second-factor-refused' }))
}

/** Decrypts the stored secret. `session` is the one that sets the app up, until its first code is confirmed. */
async function decryptSecret(encryption: Encryption, { totpSecret }: SignedInUser) {
  return totpSecret
    ? encryption.decrypt<{ secret: string; session?: string }>('totp', totpSecret, NO_EXPIRY_S)
    : undefined
}

const wrongCode = () => new Refusal('code_wrong', 'Unauthorized: the code is wrong.')

function requireStaff(user: SignedInUser): void {
  if (user.role === 'user') throw new Refusal('forbidden', 'Only staff have a second factor.')
}
