import { inviteStaff, listInvitations, resendInvitation, revokeInvitation } from '@tsedra/contract/admin-invitations'
import type { Router } from 'express'
import type { AccountsContext } from '../accounts/accounts.ts'
import { normaliseMailbox } from '../accounts/email-limits.ts'
import { parseIdentity } from '../accounts/identity.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { invalidRequest } from './catalogue-entries.ts'
import { addInvitation, endInvitation, readInvitations, readInvitedAddress, renewInvitation } from './invitations.ts'

/** Serves invitations of staff to admins: infra/decisions/0050-staff-invitations.md. */
export function invitationRoutes({ db, accountRateLimits }: AccountsContext): Router {
  const router = createRouter()

  serve(router, listInvitations, async () => ({ invitations: await readInvitations(db) }))

  serve(router, inviteStaff, async ({ body }, { user, res }) => {
    const identity = parseIdentity(body.email)
    if (identity?.kind !== 'email') throw invalidRequest('body.email')
    await countEmail(user.id, identity.value)
    const invitation = await db.transaction((trx) => addInvitation(trx, user, { ...body, email: identity.value }))
    res.status(201)
    return invitation
  })

  serve(router, resendInvitation, async ({ params: { id } }, { user, res }) => {
    await countEmail(user.id, await readInvitedAddress(db, id))
    const invitation = await db.transaction((trx) => renewInvitation(trx, user, id))
    res.status(201)
    return invitation
  })

  serve(router, revokeInvitation, async ({ params: { id } }, { user }) => {
    await db.transaction((trx) => endInvitation(trx, user, id))
    return { done: true } as const
  })

  return router

  /** A stolen session of an admin must not turn the shop into a sender of spam. */
  async function countEmail(userId: string, email: string): Promise<void> {
    await accountRateLimits.consumeOrReject('invite-user', userId)
    // mutation test: invitation-email-limit
    await accountRateLimits.consumeOrReject('invite-mailbox', normaliseMailbox(email))
  }
}
