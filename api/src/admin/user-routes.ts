import {
  listUsers,
  resetSecondFactor,
  setUserActive,
  setUserRole,
  USERS_PAGE,
  type UserRow,
} from '@tsedra/contract/admin-users'
import { tellOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Router } from 'express'
import type { Knex } from 'knex'
import type { BotAddress } from '../accounts/bot-links.ts'
import { revokeAccess } from '../accounts/revoke-access.ts'
import type { ThirdPartySettings } from '../accounts/third-parties/client.ts'
import { isLastAdmin } from '../accounts/user-store.ts'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { forgetProofs, type LockedUser, lockUser, pageOfUsers, readUserRow } from './user-store.ts'

interface Options {
  db: Db
  bot?: BotAddress | undefined
  /** Those that are set up. */
  thirdParties: ThirdPartySettings
}

/** People and what they may: infra/decisions/0031-roles.md. */
export function userRoutes({ db, bot, thirdParties: offered }: Options): Router {
  const router = createRouter()

  serve(router, listUsers, async ({ query: { limit = USERS_PAGE, offset = 0, ...filter } }, { user }) => {
    const page = await pageOfUsers(db, filter, { limit, offset })
    await db.transaction((trx) => audit(trx, user, { action: 'users.read', after: { count: page.users.length } }))
    return page
  })

  serve(router, setUserRole, ({ params: { id }, body: { role } }, { user }) =>
    change(id, async (trx, before) => {
      if (before.role === role) return
      if (role !== 'admin') refuseLastAdmin(before)
      // mutation test: staff-verified
      if (role !== 'user' && !before.is_verified)
        throw new Refusal('not_verified', 'Nobody has proved this address yet.')
      if (before.role === 'user' && !isReachable(before)) {
        throw new Refusal('last_way_in', 'Without the password nobody could sign in to this account.')
      }
      await trx('users').where({ id }).update({ role, updated_at: trx.fn.now() })
      // mutation test: new-staff-password-reset
      if (before.role === 'user') {
        await tellOwner(trx, id, 'staff-role')
        await forgetProofs(trx, id, { password: true })
        await revokeAccess(trx, id)
      }
      await audit(trx, user, { action: 'user.changed', id, before: { role: before.role }, after: { role } })
    }),
  )

  serve(router, setUserActive, ({ params: { id }, body: { isActive } }, { user }) =>
    change(id, async (trx, before) => {
      if (before.is_active === isActive) return
      if (!isActive) refuseLastAdmin(before)
      await trx('users').where({ id }).update({ is_active: isActive, updated_at: trx.fn.now() })
      // mutation test: deactivation-ends-sessions
      if (!isActive) await revokeAccess(trx, id)
      await audit(trx, user, { action: 'user.changed', id, before: { isActive: !isActive }, after: { isActive } })
    }),
  )

  serve(router, resetSecondFactor, ({ params: { id } }, { user }) =>
    change(id, async (trx) => {
      await tellOwner(trx, id, 'second-factor-reset')
      await forgetProofs(trx, id, { password: false })
      await revokeAccess(trx, id)
      await audit(trx, user, { action: 'user.second-factor-reset', id })
    }),
  )

  return router

  /** Whether somebody can sign in, or set a new password by a code, without their password. */
  function isReachable({ email, phone, google_id, apple_id }: LockedUser): boolean {
    const byCode = email !== null || (phone !== null && bot !== undefined)
    return byCode || (google_id !== null && !!offered.google) || (apple_id !== null && !!offered.apple)
  }

  /** @throws Refusal `not_found` */
  async function change(id: string, work: (trx: Knex.Transaction, before: Before) => Promise<void>): Promise<UserRow> {
    return db.transaction(async (trx) => {
      // Admins are held before anybody else is: two who change each other wait in one order.
      const isLast = await isLastAdmin(trx, id)
      const user = await lockUser(trx, id)
      if (user) await work(trx, { ...user, isLast })
      const row = await readUserRow(trx, id)
      if (!row) throw new Refusal('not_found', 'No such account.')
      return row
    })
  }
}

type Before = LockedUser & { isLast: boolean }

function refuseLastAdmin({ isLast }: Before): void {
  // mutation test: last-admin-kept
  if (isLast) throw new Refusal('last_admin', 'There must be an admin: make another one first.')
}
