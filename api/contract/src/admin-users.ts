import * as z from 'zod/mini'
import { roles } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { endSession, session } from './settings.ts'
import { queryInteger, text } from './text.ts'

/** Endpoints of users and roles: infra/decisions/0031-roles.md. */

const role = z.enum(roles)
const idParams = z.strictObject({ id: z.uuid() })

/** Default number of accounts on one page. */
export const USERS_PAGE_SIZE = 50

export const userRow = z.object({
  id: z.uuid(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  role,
  isActive: z.boolean(),
  isVerified: z.boolean(),
  /** False when it has none or must reset it by a code. */
  hasPassword: z.boolean(),
  /** Whether an authenticator app is set up. */
  hasSecondFactor: z.boolean(),
  hasTelegram: z.boolean(),
  createdAt: z.iso.datetime(),
  /** In any session; null without sessions. */
  lastSeenAt: z.nullable(z.iso.datetime()),
})
export type UserRow = z.infer<typeof userRow>

export const listUsers = endpoint({
  route: 'GET /api/admin/users',
  summary: 'Accounts, staff first, then the newest; a page at a time.',
  access: 'admin',
  query: z.strictObject({
    /** Part of a name, an e-mail address or a phone. */
    search: z.optional(text(100)),
    role: z.optional(role),
    status: z.optional(z.enum(['active', 'inactive'])),
    limit: z.optional(queryInteger(1, 100)),
    offset: z.optional(queryInteger(0, 1_000_000)),
  }),
  response: z.object({ users: z.array(userRow), total: z.int() }),
  errors: [...staffOnlyErrors],
})

/**
 * A user who becomes staff is signed out, notified by e-mail, must set a new password by a code and link Telegram again.
 * 409 `last_way_in`: without the password the account has no sign-in method.
 */
export const setUserRole = endpoint({
  route: 'PUT /api/admin/users/:id/role',
  summary: 'Sets the role of a user: customer, editor or admin; effective from their next call.',
  access: 'admin',
  params: idParams,
  body: z.strictObject({ role }),
  response: userRow,
  errors: [...staffOnlyErrors, 'not_found', 'not_verified', 'last_admin', 'last_way_in'],
})

export const setUserActive = endpoint({
  route: 'PUT /api/admin/users/:id/active',
  summary: 'Lets an account sign in, or ends its sessions and keeps it out.',
  access: 'admin',
  params: idParams,
  body: z.strictObject({ isActive: z.boolean() }),
  response: userRow,
  errors: [...staffOnlyErrors, 'not_found', 'last_admin'],
})

export const resetSecondFactor = endpoint({
  route: 'DELETE /api/admin/users/:id/second-factor',
  summary: 'Removes the authenticator app and the linked Telegram of a lost phone, and ends every session.',
  access: 'admin',
  params: idParams,
  response: userRow,
  errors: [...staffOnlyErrors, 'not_found'],
})

/** `current` is the session of the caller. */
export const listUserSessions = endpoint({
  route: 'GET /api/admin/users/:id/sessions',
  summary: 'Lists the open sessions of an account.',
  access: 'admin',
  params: idParams,
  response: z.array(session),
  errors: [...staffOnlyErrors, 'not_found'],
})

/** `ended` is false when the session had already ended. */
export const endUserSession = endpoint({
  route: 'DELETE /api/admin/users/:id/sessions/:session',
  summary: 'Ends one session of an account.',
  access: 'admin',
  params: z.strictObject({ id: z.uuid(), session: endSession.params.shape.id }),
  response: z.object({ ended: z.boolean() }),
  errors: [...staffOnlyErrors],
})
