import * as z from 'zod/mini'
import { verification, emailOrPhone, firstName, lastName, password, user } from './accounts.ts'
import { botLink } from './bot.ts'
import { endpoint } from './endpoint.ts'
import { order } from './orders.ts'
import { languageInput } from './text.ts'

export const changeProfile = endpoint({
  route: 'PUT /api/auth/user',
  summary: 'Changes name and language; what is left out stays.',
  access: 'owner',
  body: z.strictObject({
    firstName: z.optional(firstName),
    lastName: z.optional(lastName),
    language: z.optional(languageInput),
  }),
  response: user,
  errors: ['unauthorized', 'second_factor_required'],
})

export const changePassword = endpoint({
  route: 'POST /api/auth/password',
  summary: 'Sets a new password and ends every other session.',
  access: 'owner',
  body: z.strictObject({ currentPassword: z.optional(password), password }),
  response: user,
  errors: ['unauthorized', 'second_factor_required', 'password_wrong', 'password_weak', 'too_many_requests'],
})

/** The new address counts only after `verify` has proved it; until then the old one stays. */
export const changeIdentity = endpoint({
  route: 'POST /api/auth/identity',
  summary: 'Begins the change of the e-mail address or phone.',
  access: 'owner',
  body: z.strictObject({ emailOrPhone, password: z.optional(password) }),
  extraChecks: ['body.emailOrPhone'],
  response: verification,
  errors: ['unauthorized', 'second_factor_required', 'password_wrong', 'bot_unavailable', 'too_many_requests'],
})

export const session = z.object({
  /** Names the session in a list; it opens nothing. */
  id: z.string(),
  current: z.boolean(),
  /** What the browser called itself. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint({
  route: 'GET /api/auth/sessions',
  summary: 'Where this person is signed in.',
  access: 'customer',
  response: z.array(session),
  errors: ['unauthorized'],
})

export const endSessions = endpoint({
  route: 'DELETE /api/auth/sessions',
  summary: 'Signs out everywhere, here too.',
  access: 'owner',
  response: z.object({ ended: z.int() }),
  errors: ['unauthorized', 'second_factor_required'],
})

/** The one that calls is ended like any other: its cookie goes too. False: it had ended already. */
export const endSession = endpoint({
  route: 'DELETE /api/auth/sessions/:id',
  summary: 'Ends one session of this person; one that has ended is fine too.',
  access: 'owner',
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{16}$/)) }),
  response: z.object({ ended: z.boolean() }),
  errors: ['unauthorized', 'second_factor_required'],
})

/** Nothing is tied before the number of the page was tapped in the chat; `user.hasTelegram` says when it is. */
export const linkTelegram = endpoint({
  route: 'POST /api/auth/telegram',
  summary: 'Makes a way to the bot that ties a Telegram chat to this account.',
  access: 'owner',
  response: botLink,
  errors: ['unauthorized', 'second_factor_required', 'bot_unavailable', 'too_many_requests'],
})

export const unlinkTelegram = endpoint({
  route: 'DELETE /api/auth/telegram',
  summary: 'Forgets the Telegram chat of this account; nothing to forget is fine too.',
  access: 'owner',
  response: user,
  errors: ['unauthorized', 'second_factor_required'],
})

export const downloadData = endpoint({
  route: 'GET /api/auth/user/data',
  summary: 'Everything the shop keeps about this person.',
  access: 'owner',
  response: z.object({
    user,
    /** The chat that is tied to the account; its number stays with the shop. */
    telegram: z.nullable(z.object({ username: z.nullable(z.string()) })),
    sessions: z.array(session),
    likedProductIds: z.array(z.uuid()),
    cart: z.array(z.object({ productId: z.uuid(), packageSize: z.string(), quantity: z.int() })),
    orders: z.array(
      z.extend(order, {
        customerName: z.string(),
        customerPhone: z.string(),
        customerComment: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['unauthorized', 'second_factor_required'],
})

/** Orders stay, without their owner: staff have promised to answer them. */
export const deleteAccount = endpoint({
  route: 'DELETE /api/auth/user',
  summary: 'Deletes the account with its favourites, cart and sessions.',
  access: 'owner',
  body: z.strictObject({ password: z.optional(password) }),
  response: z.object({ deleted: z.literal(true) }),
  errors: ['unauthorized', 'second_factor_required', 'forbidden', 'password_wrong', 'too_many_requests'],
})
