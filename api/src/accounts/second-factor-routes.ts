import { brand } from '@tsedra/contract/brand'
import { confirmSecondFactor, setUpSecondFactor } from '@tsedra/contract/accounts'
import { tellOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import type { Router } from 'express'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { holdSession } from './hold-access.ts'
import type { People } from './people.ts'
import type { SignedIn } from './session-store.ts'
import { keepTotpSecret, spendTotpStep } from './settings-store.ts'
import type { Bucket } from './throttles.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'
import { userView } from './user-store.ts'

/** The envelope in the table has no end of its own; it is made anew at every use, so that secrets can be changed. */
const FOREVER_S = 0

/** The second proof of staff: a code of an authenticator app (infra/decisions/0023-second-factor.md). */
export function secondFactorRoutes({ db, log, seals, throttles, sessions, devices }: People): Router {
  const router = createRouter()

  serve(router, setUpSecondFactor, async (_input, { user }) => {
    refuseCustomers(user)
    if (user.totpConfirmed) throw new Refusal('forbidden', 'There is an app already.')
    const session = user.session.toString('hex')
    const kept = await openSecret(user)
    const secret = kept?.session === session ? kept.secret : newTotpSecret()
    const sealed = await seals.seal('totp', { secret, session }, FOREVER_S)
    await db.transaction(async (trx) => {
      await holdSession(trx, user)
      await keepTotpSecret(trx, user.id, sealed)
    })
    return { secret, uri: totpUri(secret, user.email ?? user.id, brand.name.en) }
  })

  serve(router, confirmSecondFactor, async ({ body }, { req, res, user }) => {
    refuseCustomers(user)
    // A device that was proved counts for itself: wrong codes of a stranger who has the password do not lock it out.
    const device = await devices.known(req, user)
    // mutation test: proved-device-own-tries
    const counted: [Bucket, string] = device?.isProved
      ? ['second-factor-device', device.did]
      : ['second-factor', user.id]
    await throttles.takeOrRefuse(...counted)
    const kept = await openSecret(user)
    const step = kept && stepOf(kept.secret, body.code, Date.now())
    const sealed = await seals.seal('totp', { secret: kept?.secret }, FOREVER_S)
    try {
      if (step === undefined) throw wrongCode()
      await sessions.start(req, res, user, { isProvedTwice: true, work: (trx) => spend(trx, user, step, sealed) })
    } catch (error) {
      // mutation test: wrong-second-factor-audited
      if (error instanceof Refusal && error.code === 'code_wrong') await noteRefused(user)
      throw error
    }
    await throttles.clear(...counted)
    await devices.trust(req, res, user, { isProvedTwice: true })
    log.info({ event: 'second-factor', user: user.id })
    return userView({ ...user, totpConfirmed: true, hasSecondFactor: true })
  })

  return router

  /** Uses a step up; the first one makes the app the account's, which its owner is told. */
  async function spend(trx: Knex.Transaction, user: SignedIn, step: number, sealed: string): Promise<void> {
    await holdSession(trx, user)
    if (!(await spendTotpStep(trx, user.id, step, sealed))) throw wrongCode()
    await audit(trx, user, { action: 'session.proved' })
    if (!user.totpConfirmed) await tellOwner(trx, user.id, 'second-factor')
  }

  /** Logs and audits a wrong code: whoever sends it has the password already. */
  async function noteRefused(user: SignedIn): Promise<void> {
    log.warn({ event: 'second-factor-refused', user: user.id }, 'wrong second factor')
    await db.transaction((trx) => audit(trx, user, { action: 'session.second-factor-refused' }))
  }

  /** `session`: the one that sets the app up, until a code of it is seen. */
  async function openSecret({ totpSecret }: SignedIn) {
    return totpSecret ? seals.open<{ secret: string; session?: string }>('totp', totpSecret, FOREVER_S) : undefined
  }
}

const wrongCode = () => new Refusal('code_wrong', 'Unauthorized: this is not the code.')

function refuseCustomers(user: SignedIn): void {
  if (user.role === 'user') throw new Refusal('forbidden', 'This is for staff.')
}
