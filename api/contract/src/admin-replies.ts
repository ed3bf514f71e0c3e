import * as z from 'zod/mini'
import { doneResponse, idParams, version } from './admin-catalogue.ts'
import { staffOrder } from './admin-orders.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { type Language, languages } from './language.ts'
import { orderId } from './orders.ts'
import { findUnknownVariables, MAX_REPLY_LENGTH, MAX_TEMPLATE_LENGTH, MAX_TEMPLATE_NAME } from './reply-templates.ts'
import { languageInput, text } from './text.ts'

/** Endpoints of reply templates and replies: infra/decisions/0049-customer-messages.md. */

/** Returns an object with one value per language. */
const perLanguage = <Value>(value: Value): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, value])) as Record<Language, Value>

const templateText = text(MAX_TEMPLATE_LENGTH, { min: 1, lines: true }).check(
  // mutation test: unknown-variable-refused
  z.refine((value) => findUnknownVariables(value).length === 0, 'only the known variables'),
)

export const replyTemplateInput = z.strictObject({
  texts: z.strictObject(perLanguage(z.strictObject({ name: text(MAX_TEMPLATE_NAME, { min: 1 }), text: templateText }))),
  version,
})
export type ReplyTemplateInput = z.output<typeof replyTemplateInput>

export const replyTemplate = z.object({
  id: z.uuid(),
  /** The name is for staff, the text for customers. */
  texts: z.object(perLanguage(z.object({ name: z.string(), text: z.string() }))),
  version: z.int(),
})
export type ReplyTemplate = z.infer<typeof replyTemplate>
export type ReplyTemplateTexts = ReplyTemplate['texts']

export const listReplyTemplates = endpoint({
  route: 'GET /api/admin/reply-templates',
  summary: 'All reply templates, oldest first.',
  access: 'admin',
  response: z.object({ templates: z.array(replyTemplate) }),
  errors: staffOnlyErrors,
})

export const createReplyTemplate = endpoint({
  route: 'POST /api/admin/reply-templates',
  summary: 'Adds a reply template; an unknown variable is refused.',
  access: 'admin',
  body: replyTemplateInput,
  status: [201],
  extraChecks: ['body.texts'],
  response: replyTemplate,
  errors: [...staffOnlyErrors, 'templates_full'],
})

export const changeReplyTemplate = endpoint({
  route: 'PUT /api/admin/reply-templates/:id',
  summary: 'Replaces the texts of a reply template; an unknown variable is refused.',
  access: 'admin',
  params: idParams,
  body: replyTemplateInput,
  extraChecks: ['body.texts'],
  response: replyTemplate,
  errors: [...staffOnlyErrors, 'not_found', 'changed_meanwhile'],
})

export const deleteReplyTemplate = endpoint({
  route: 'DELETE /api/admin/reply-templates/:id',
  summary: 'Deletes a reply template.',
  access: 'admin',
  params: idParams,
  response: doneResponse,
  errors: [...staffOnlyErrors, 'not_found'],
})

/** The templates of an order, filled in, and how its customer can be reached. */
export const orderReplies = z.object({
  /** Names in the language of the query, texts in that of the customer. */
  replies: z.array(z.object({ templateId: z.uuid(), name: z.string(), text: z.string() })),
  language: z.enum(languages),
  /** The bot can send a reply to the customer's chat. */
  hasChat: z.boolean(),
  /** Telegram name, without `@`. */
  telegram: z.nullable(z.string()),
  /** E.164; null when the phone is invalid. */
  phone: z.nullable(z.string()),
})
export type OrderReplies = z.infer<typeof orderReplies>

export const getOrderReplies = endpoint({
  route: 'GET /api/admin/orders/:id/replies',
  summary: 'The reply templates, filled in for an order in the language of its customer.',
  access: 'staff',
  params: z.strictObject({ id: orderId }),
  query: z.strictObject({ lang: z.optional(languageInput) }),
  response: orderReplies,
  errors: [...staffOnlyErrors, 'not_found'],
})

/** `bot`: the worker sends the text. `link`: the member of staff sends it, in their own Telegram. */
export const replyChannels = ['bot', 'link'] as const
export type ReplyChannel = (typeof replyChannels)[number]

export const replyInput = z.strictObject({
  /** Created with the form, so a repeated request is one reply. */
  id: z.uuid(),
  channel: z.enum(replyChannels),
  text: text(MAX_REPLY_LENGTH, { min: 1, lines: true }).check(
    z.refine((value) => value.length <= MAX_REPLY_LENGTH, 'longer than a message of Telegram'),
  ),
})
export type ReplyInput = z.output<typeof replyInput>

export const sendReply = endpoint({
  route: 'POST /api/admin/orders/:id/replies',
  summary: 'Notes a reply in the history of an order; the bot sends it to the customer’s chat, once.',
  access: 'staff',
  params: z.strictObject({ id: orderId }),
  query: z.strictObject({ lang: z.optional(languageInput) }),
  body: replyInput,
  extraChecks: ['body.text'],
  response: staffOrder,
  status: [201, 200],
  errors: [...staffOnlyErrors, 'not_found', 'chat_unlinked'],
})
