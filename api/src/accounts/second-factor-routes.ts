import { brand } from '@tsedra/contract/brand'
import { confirmSecondFactor, setUpSecondFactor } from '@tsedra/contract/accounts'
import { notifyOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import type { Router } from 'express'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { lockSession } from './lock-access.ts'
import type { AccountsContext } from './accounts.ts'
import type { SignedInUser } from './session-store.ts'
import { storeTotpSecret, consumeTotpStep } from './settings-store.ts'
import type { Bucket } from './rate-limits.ts'
import { generateTotpSecret, findTotpStep, totpUri } from './totp.ts'
import { userView } from './user-store.ts'

/** The envelope in the table has no end of its own; it is made anew at every use, so that secrets can be changed. */
const NO_EXPIRY_S = 0

/** The second proof of staff: a code of an authenticator app (infra/decisions/0023-second-factor.md). */
export function secondFactorRoutes({
  db,
  log,
  encryption,
  accountRateLimits,
  sessions,
  devices,
}: AccountsContext): Router {
  const router = createRouter()

  serve(router, setUpSecondFactor, async (_input, { user }) => {
    requireStaff(user)
    if (user.totpConfirmed) throw new Refusal('forbidden', 'There is an app already.')
    const session = user.session.toString('hex')
    const stored = await decryptSecret(user)
    const secret = stored?.session === session ? stored.secret : generateTotpSecret()
    const encrypted = await encryption.encrypt('totp', { secret, session }, NO_EXPIRY_S)
    await db.transaction(async (trx) => {
      await lockSession(trx, user)
      await storeTotpSecret(trx, user.id, encrypted)
    })
    return { secret, uri: totpUri(secret, user.email ?? user.id, brand.name.en) }
  })

  serve(router, confirmSecondFactor, async ({ body }, { req, res, user }) => {
    requireStaff(user)
    // A device that was proved counts for itself: wrong codes of a stranger who has the password do not lock it out.
    const device = await devices.findKnownDevice(req, user)
    // mutation test: proved-device-own-tries
    const rateLimitKey: [Bucket, string] = device?.isProved
      ? ['second-factor-device', device.did]
      : ['second-factor', user.id]
    await accountRateLimits.consumeOrReject(...rateLimitKey)
    const stored = await decryptSecret(user)
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
      if (error instanceof Refusal && error.code === 'code_wrong') await recordRejectedCode(user)
      throw error
    }
    await accountRateLimits.clear(...rateLimitKey)
    await devices.trust(req, res, user, { hasSecondFactor: true })
    log.info({ event: 'second-factor', user: user.id })
    return userView({ ...user, totpConfirmed: true, hasSecondFactor: true })
  })

  return router

  /** Uses a step up; the first one makes the app the account's, which its owner is told. */
  async function consumeStep(
    trx: Knex.Transaction,
    user: SignedInUser,
    step: number,
    encrypted: string,
  ): Promise<void> {
    await lockSession(trx, user)
    if (!(await consumeTotpStep(trx, user.id, step, encrypted))) throw wrongCode()
    await audit(trx, user, { action: 'session.proved' })
    if (!user.totpConfirmed) await notifyOwner(trx, user.id, 'second-factor')
  }

  /** Logs and audits a wrong code: whoever sends it has the password already. */
  async function recordRejectedCode(user: SignedInUser): Promise<void> {
    log.warn({ event: 'second-factor-refused', user: user.id }, 'second factor rejected')
    await db.transaction((trx) => audit(trx, user, { action: 'session.second-factor-refused' }))
  }

  /** `session`: the one that sets the app up, until a code of it is seen. */
  async function decryptSecret({ totpSecret }: SignedInUser) {
    return totpSecret
      ? encryption.decrypt<{ secret: string; session?: string }>('totp', totpSecret, NO_EXPIRY_S)
      : undefined
  }
}

const wrongCode = () => new Refusal('code_wrong', 'Unauthorized: this is not the code.')

function requireStaff(user: SignedInUser): void {
  if (user.role === 'user') throw new Refusal('forbidden', 'This is for staff.')
}
