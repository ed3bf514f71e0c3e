import * as z from 'zod/mini'
import { verification, emailOrPhone, firstName, lastName, password, user } from './accounts.ts'
import { botLink } from './bot.ts'
import { endpoint } from './endpoint.ts'
import { order, orderVersion } from './orders.ts'
import { languageInput } from './text.ts'

export const changeProfile = endpoint({
  route: 'PUT /api/auth/user',
  summary: 'Changes name, language and e-mails about orders; omitted fields are unchanged.',
  access: 'owner',
  body: z.strictObject({
    firstName: z.optional(firstName),
    lastName: z.optional(lastName),
    language: z.optional(languageInput),
    orderEmails: z.optional(z.boolean()),
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

/** The old address remains until `verify` has verified the new one. */
export const changeIdentity = endpoint({
  route: 'POST /api/auth/identity',
  summary: 'Starts the change of the e-mail address or phone number.',
  access: 'owner',
  body: z.strictObject({ emailOrPhone, password: z.optional(password) }),
  extraChecks: ['body.emailOrPhone'],
  response: verification,
  errors: ['unauthorized', 'second_factor_required', 'password_wrong', 'bot_unavailable', 'too_many_requests'],
})

export const session = z.object({
  /** Public name of the session, which grants no access. */
  id: z.string(),
  current: z.boolean(),
  /** The User-Agent of the browser. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint({
  route: 'GET /api/auth/sessions',
  summary: 'Lists the open sessions of the user.',
  access: 'customer',
  response: z.array(session),
  errors: ['unauthorized'],
})

export const endSessions = endpoint({
  route: 'DELETE /api/auth/sessions',
  summary: 'Ends every session of the user, this one included.',
  access: 'owner',
  response: z.object({ ended: z.int() }),
  errors: ['unauthorized', 'second_factor_required'],
})

/** May end the calling session, whose cookie it then clears. `ended` is false when the session had already ended. */
export const endSession = endpoint({
  route: 'DELETE /api/auth/sessions/:id',
  summary: 'Ends one session of the user; succeeds if it has already ended.',
  access: 'owner',
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{16}$/)) }),
  response: z.object({ ended: z.boolean() }),
  errors: ['unauthorized', 'second_factor_required'],
})

/** The chat is linked once the user has tapped the page's number in it; `user.hasTelegram` is then true. */
export const linkTelegram = endpoint({
  route: 'POST /api/auth/telegram',
  summary: 'Creates a bot link that links a Telegram chat to this account.',
  access: 'owner',
  response: botLink,
  errors: ['unauthorized', 'second_factor_required', 'bot_unavailable', 'too_many_requests'],
})

export const unlinkTelegram = endpoint({
  route: 'DELETE /api/auth/telegram',
  summary: 'Unlinks the Telegram chat of this account; succeeds without one too.',
  access: 'owner',
  response: user,
  errors: ['unauthorized', 'second_factor_required'],
})

export const downloadData = endpoint({
  route: 'GET /api/auth/user/data',
  summary: 'Returns everything that the shop stores about the user.',
  access: 'owner',
  response: z.object({
    user,
    /** The linked Telegram chat, without its id. */
    telegram: z.nullable(z.object({ username: z.nullable(z.string()) })),
    sessions: z.array(session),
    likedProductIds: z.array(z.uuid()),
    cart: z.array(z.object({ productId: z.uuid(), packageSize: z.string(), quantity: z.int() })),
    orders: z.array(
      z.extend(order, {
        customerName: z.string(),
        customerPhone: z.string(),
        customerComment: z.nullable(z.string()),
        /** Every version of an order that staff have changed, oldest first. */
        versions: z.optional(z.array(orderVersion)),
      }),
    ),
  }),
  errors: ['unauthorized', 'second_factor_required'],
})

/** Orders remain, without their user: staff still process them. */
export const deleteAccount = endpoint({
  route: 'DELETE /api/auth/user',
  summary: 'Deletes the account with its favourites, cart and sessions.',
  access: 'owner',
  body: z.strictObject({ password: z.optional(password) }),
  response: z.object({ deleted: z.literal(true) }),
  errors: ['unauthorized', 'second_factor_required', 'forbidden', 'password_wrong', 'too_many_requests'],
})
