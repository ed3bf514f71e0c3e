import { brand } from '@tsedra/contract/brand'
import { confirmSecondFactor, setUpSecondFactor } from '@tsedra/contract/accounts'
import { tellOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import type { Router } from 'express'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { holdSession } from './hold-access.ts'
import type { People } from './people.ts'
import type { SignedIn } from './session-store.ts'
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
    const sealed = await seals.seal('totp', { secret, session }, FOREVER_S)
    await db.transaction(async (trx) => {
      await holdSession(trx, user)
      await keepTotpSecret(trx, user.id, sealed)
    })
    return { secret, uri: totpUri(secret, user.email ?? user.id, brand.name.en) }
  })

  serve(router, confirmSecondFactor, async ({ body }, { req, res, user }) => {
    refuseCustomers(user)
    await throttles.takeOrRefuse('second-factor', user.id)
    const kept = await openSecret(user)
    const step = kept && stepOf(kept.secret, body.code, Date.now())
    if (!kept || step === undefined) throw wrongCode()
    const sealed = await seals.seal('totp', { secret: kept.secret }, FOREVER_S)
    await sessions.start(req, res, user, {
      isProvedTwice: true,
      async work(trx) {
        await holdSession(trx, user)
        if (!(await spendTotpStep(trx, user.id, step, sealed))) throw wrongCode()
        await audit(trx, user, { action: 'session.proved' })
        if (!user.totpConfirmed) await tellOwner(trx, user.id, 'second-factor')
      },
    })
    await throttles.clear('second-factor', user.id)
    log.info({ event: 'second-factor', user: user.id })
    return userView({ ...user, totpConfirmed: true, hasSecondFactor: true })
  })

  return router

  /** `session`: the one that sets the app up, until a code of it is seen. */
  async function openSecret({ totpSecret }: SignedIn) {
    return totpSecret ? seals.open<{ secret: string; session?: string }>('totp', totpSecret, FOREVER_S) : undefined
  }
}

const wrongCode = () => new Refusal('code_wrong', 'Unauthorized: this is not the code.')

function refuseCustomers(user: SignedIn): void {
  if (user.role === 'user') throw new Refusal('forbidden', 'This is for staff.')
}
