import {
  endUserSession,
  listUserSessions,
  listUsers,
  resetSecondFactor,
  setUserActive,
  setUserRole,
  USERS_PAGE_SIZE,
  type UserRow,
} from '@tsedra/contract/admin-users'
import { notifyOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Router } from 'express'
import type { Knex } from 'knex'
import type { BotAddress } from '../accounts/bot-links.ts'
import { clearCredentials } from '../accounts/clear-credentials.ts'
import { revokeAccess } from '../accounts/revoke-access.ts'
import { listOpenSessions, revokeSessionByName } from '../accounts/session-store.ts'
import type { ProviderSettings } from '../accounts/providers/provider-client.ts'
import { isLastAdmin } from '../accounts/user-store.ts'
import { Refusal } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { type LockedUser, lockUser, readUserPage, readUserRow } from './user-store.ts'

interface Options {
  db: Db
  bot?: BotAddress | undefined
  /** Configured sign-in providers. */
  providers: ProviderSettings
}

/** Serves users and their roles: infra/decisions/0031-roles.md. */
export function userRoutes({ db, bot, providers: configuredProviders }: Options): Router {
  const router = createRouter()

  serve(router, listUsers, async ({ query: { limit = USERS_PAGE_SIZE, offset = 0, ...filter } }, { user }) => {
    const page = await readUserPage(db, filter, { limit, offset })
    await db.transaction((trx) => audit(trx, user, { action: 'users.read', after: { count: page.users.length } }))
    return page
  })

  serve(router, setUserRole, ({ params: { id }, body: { role } }, { user }) =>
    updateUser(id, async (trx, before) => {
      if (before.role === role) return
      if (role !== 'admin') rejectLastAdmin(before)
      // mutation test: staff-verified
      if (role !== 'user' && !before.is_verified) throw new Refusal('not_verified', 'This address is not verified.')
      if (before.role === 'user' && !canSignInWithoutPassword(before)) {
        throw new Refusal('last_way_in', 'Without its password this account has no sign-in method.')
      }
      await trx('users').where({ id }).update({ role, updated_at: trx.fn.now() })
      // mutation test: new-staff-password-reset
      if (before.role === 'user') {
        await notifyOwner(trx, id, 'staff-role')
        await clearCredentials(trx, id, { password: true })
        await revokeAccess(trx, id)
      }
      await audit(trx, user, { action: 'user.changed', id, before: { role: before.role }, after: { role } })
    }),
  )

  serve(router, setUserActive, ({ params: { id }, body: { isActive } }, { user }) =>
    updateUser(id, async (trx, before) => {
      if (before.is_active === isActive) return
      if (!isActive) rejectLastAdmin(before)
      await trx('users').where({ id }).update({ is_active: isActive, updated_at: trx.fn.now() })
      // mutation test: deactivation-ends-sessions
      if (!isActive) await revokeAccess(trx, id)
      await audit(trx, user, { action: 'user.changed', id, before: { isActive: !isActive }, after: { isActive } })
    }),
  )

  serve(router, resetSecondFactor, ({ params: { id } }, { user }) =>
    updateUser(id, async (trx) => {
      await notifyOwner(trx, id, 'second-factor-reset')
      await clearCredentials(trx, id, { password: false })
      await revokeAccess(trx, id)
      await audit(trx, user, { action: 'user.second-factor-reset', id })
    }),
  )

  serve(router, listUserSessions, async ({ params: { id } }, { user }) => {
    const row = await readUserRow(db, id)
    if (!row) throw new Refusal('not_found', 'No such account.')
    await db.transaction((trx) => audit(trx, user, { action: 'user.read', id }))
    return listOpenSessions(db, { id, role: row.role, session: user.session })
  })

  serve(router, endUserSession, ({ params: { id, session } }, { user }) =>
    db.transaction(async (trx) => {
      const ended = await revokeSessionByName(trx, id, session)
      // mutation test: ended-session-audited
      if (ended) await audit(trx, user, { action: 'user.session-ended', id })
      return { ended }
    }),
  )

  return router

  /** Returns whether the user can sign in, or reset the password by a code, without the password. */
  function canSignInWithoutPassword({ email, phone, google_id, apple_id }: LockedUser): boolean {
    const byCode = email !== null || (phone !== null && bot !== undefined)
    return (
      byCode ||
      (google_id !== null && !!configuredProviders.google) ||
      (apple_id !== null && !!configuredProviders.apple)
    )
  }

  /** @throws Refusal `not_found` */
  async function updateUser(
    id: string,
    work: (trx: Knex.Transaction, before: UserBefore) => Promise<void>,
  ): Promise<UserRow> {
    return db.transaction(async (trx) => {
      // Locks all admins first: two admins who change each other cannot deadlock.
      const isLast = await isLastAdmin(trx, id)
      const user = await lockUser(trx, id)
      if (user) await work(trx, { ...user, isLast })
      const row = await readUserRow(trx, id)
      if (!row) throw new Refusal('not_found', 'No such account.')
      return row
    })
  }
}

type UserBefore = LockedUser & { isLast: boolean }

function rejectLastAdmin({ isLast }: UserBefore): void {
  // mutation test: last-admin-kept
  if (isLast) throw new Refusal('last_admin', 'This is the last admin.')
}
