import { brand } from '@tsedra/contract/brand'
import { confirmSecondFactor, setUpSecondFactor } from '@tsedra/contract/accounts'
import { tellOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { People } from './people.ts'
import { markSecondFactor, type SignedIn } from './session-store.ts'
import { keepTotpSecret, spendTotpStep } from './settings-store.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'
import { userView } from './user-store.ts'

/** The envelope in the table has no end of its own; it is made anew at every use, so that secrets can be changed. */
const FOREVER_S = 0

/** The second proof of staff: a code of an authenticator app (infra/decisions/0023-second-factor.md). */
export function secondFactorRoutes({ db, log, seals, throttles, sessions }: People): Router {
  const router = createRouter()

  serve(router, setUpSecondFactor, async (_input, { user }) => {
    refuseCustomers(user)
    if (user.totpConfirmed) throw new Refusal('forbidden', 'There is an app already.')
    const session = user.session.toString('hex')
    const kept = await openSecret(user)
    const secret = kept?.session === session ? kept.secret : newTotpSecret()
    await keepTotpSecret(db, user.id, await seals.seal('totp', { secret, session }, FOREVER_S))
    return { secret, uri: totpUri(secret, user.email ?? user.id, brand.name.en) }
  })

  serve(router, confirmSecondFactor, async ({ body }, { req, res, user }) => {
    refuseCustomers(user)
    await throttles.takeOrRefuse('second-factor', user.id)
    const kept = await openSecret(user)
    const step = kept && stepOf(kept.secret, body.code, Date.now())
    if (step === undefined || !(await spend(user, step, kept?.secret)))
      throw new Refusal('code_wrong', 'Unauthorized: this is not the code.')
    await throttles.clear('second-factor', user.id)
    const sid = await sessions.start(req, res, user.id)
    await markSecondFactor(db, sid)
    log.info({ event: 'second-factor', user: user.id })
    return userView({ ...user, totpConfirmed: true, hasSecondFactor: true })
  })

  return router

  /** `session`: the one that sets the app up, until a code of it is seen. */
  async function openSecret({ totpSecret }: SignedIn) {
    return totpSecret ? seals.open<{ secret: string; session?: string }>('totp', totpSecret, FOREVER_S) : undefined
  }

  /** Uses a step up; the first one makes the app the account's, which its owner is told. */
  async function spend(user: SignedIn, step: number, secret: string | undefined): Promise<boolean> {
    const sealed = await seals.seal('totp', { secret }, FOREVER_S)
    return db.transaction(async (trx) => {
      const isNew = await spendTotpStep(trx, user.id, step, sealed)
      if (isNew) await audit(trx, user, { action: 'session.proved' })
      if (isNew && !user.totpConfirmed) await tellOwner(trx, user.id, 'second-factor')
      return isNew
    })
  }
}

function refuseCustomers(user: SignedIn): void {
  if (user.role === 'user') throw new Refusal('forbidden', 'This is for staff.')
}
