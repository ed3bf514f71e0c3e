import { acceptInvitation, joinStaff, readInvitation } from '@tsedra/contract/invitations'
import type { Request, Router } from 'express'
import { getNetworkKey } from '../http/network.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { AccountsContext } from './accounts.ts'
import { createInvitedAccount, hasAccount, raiseRole, requireInvitation } from './invitations.ts'
import { rejectWeakPassword } from './password-weakness.ts'
import { startSession } from './start-session.ts'

/** Mounts what the link of an invitation leads to: infra/decisions/0050-staff-invitations.md. */
export function invitationAcceptRoutes(accounts: AccountsContext): Router {
  const { db, hasher, log, sessions, accountRateLimits } = accounts
  const router = createRouter()
  // mutation test: invitation-token-limit
  const countTry = (req: Request) =>
    accountRateLimits.consumeOrReject('invitation-address', getNetworkKey(req.ip ?? ''))

  serve(router, readInvitation, async ({ body: { token } }, { req }) => {
    await countTry(req)
    const { email, role } = await requireInvitation(db, token)
    return { email, role, hasAccount: await hasAccount(db, email) }
  })

  serve(router, acceptInvitation, async ({ body: { token, firstName, lastName, password } }, { req, res }) => {
    await countTry(req)
    // Only an open invitation costs a hash, and hashing outside the transaction blocks no row and no connection.
    const { email } = await requireInvitation(db, token)
    // mutation test: invited-password-strong
    await rejectWeakPassword(password, { identities: [email], names: [firstName, lastName], isStaff: true })
    const staff = { firstName, lastName, password: await hasher.hash(password) }
    const user = await db.transaction((trx) => createInvitedAccount(trx, token, staff))
    log.info({ event: 'invitation-accepted', user: user.id })
    return startSession(accounts, req, res, user, { by: 'invitation' })
  })

  serve(router, joinStaff, async ({ body: { token } }, { req, res, user }) => {
    await countTry(req)
    const joined = await db.transaction((trx) => raiseRole(trx, token, user))
    if (joined.isSignedOut) await sessions.end(req, res)
    log.info({ event: 'invitation-accepted', user: user.id })
    return joined
  })

  return router
}
