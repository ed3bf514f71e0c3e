import * as z from 'zod/mini'

/** Defines one kind of background work: its name and its payload. Payloads hold ids, never texts or codes. */
export interface Job<Name extends string = string, Payload extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: Name
  readonly payload: Payload
  /** Returns the dedupe key: two jobs with one key are one job. */
  readonly key: (payload: z.output<Payload>) => string
}

function job<const Name extends string, Payload extends z.ZodMiniType>(spec: Job<Name, Payload>): Job<Name, Payload> {
  return spec
}

/** Name of the one BullMQ queue: it only transports jobs and may be flushed at any time. */
export const QUEUE_NAME = 'notifications'

/** Notifies staff in Telegram of a new order. */
export const orderPlaced = job({
  name: 'order-placed',
  payload: z.object({ orderId: z.uuid() }),
  key: ({ orderId }) => `order-placed_${orderId}`,
})

/** Notifies staff that a customer has cancelled an order. */
export const orderCancelled = job({
  name: 'order-cancelled',
  payload: z.object({ orderId: z.uuid() }),
  key: ({ orderId }) => `order-cancelled_${orderId}`,
})

/**
 * Updates a message about an order in the staff chat. `event` is the change that made it stale, 0 without one: part of
 * the dedupe key, so each change updates the message once.
 */
export const staffMessageOutdated = job({
  name: 'order-shown',
  payload: z.object({ orderId: z.uuid(), chatId: z.string(), messageId: z.int(), event: z.int() }),
  key: ({ orderId, chatId, messageId, event }) => `order-shown_${orderId}_${event}_${chatId}_${messageId}`,
})

/** Notifies a customer's chat of a status change; `event` is the change, so each change is sent once. */
export const orderStatusChanged = job({
  name: 'order-moved',
  payload: z.object({ orderId: z.uuid(), chatId: z.string(), event: z.int() }),
  key: ({ orderId, chatId, event }) => `order-moved_${orderId}_${event}_${chatId}`,
})

/** Notifies a customer's chat that staff have changed the order; `event` is the change, so each change is sent once. */
export const orderAmended = job({
  name: 'order-amended',
  payload: z.object({ orderId: z.uuid(), chatId: z.string(), event: z.int() }),
  key: ({ orderId, chatId, event }) => `order-amended_${orderId}_${event}_${chatId}`,
})

/** Sends a reply of staff to a customer's chat; `event` is the reply in the history of the order, so each is sent once. */
export const orderReplied = job({
  name: 'order-replied',
  payload: z.object({ orderId: z.uuid(), chatId: z.string(), event: z.int() }),
  key: ({ orderId, event }) => `order-replied_${orderId}_${event}`,
})

/** Sends a customer an e-mail about an event of an order, 0 for the receipt; the event is part of the key, so each is sent once. */
export const orderEmailed = job({
  name: 'order-emailed',
  payload: z.object({ orderId: z.uuid(), event: z.int() }),
  key: ({ orderId, event }) => `order-emailed_${orderId}_${event}`,
})

/**
 * Sends an e-mail with a code, or with the hint that the account exists already. The handler generates the code, so no
 * payload contains one. `number` counts the codes of one verification.
 */
export const codeRequested = job({
  name: 'code-requested',
  payload: z.object({ attemptId: z.uuid(), number: z.int() }),
  key: ({ attemptId, number }) => `code-requested_${attemptId}_${number}`,
})

/** Sends an invitation of staff. The handler generates the token, so no payload contains one; `number` counts the e-mails. */
export const staffInvited = job({
  name: 'staff-invited',
  payload: z.object({ invitationId: z.uuid(), number: z.int() }),
  key: ({ invitationId, number }) => `staff-invited_${invitationId}_${number}`,
})

/** Notifies the owner of an account by e-mail that a sign-in method has changed. */
export const accountChanged = job({
  name: 'account-changed',
  payload: z.object({ changeId: z.int() }),
  key: ({ changeId }) => `account-changed_${changeId}`,
})

export const jobs = [
  orderPlaced,
  orderCancelled,
  staffMessageOutdated,
  orderStatusChanged,
  orderAmended,
  orderReplied,
  orderEmailed,
  codeRequested,
  staffInvited,
  accountChanged,
] as const
export type AnyJob = (typeof jobs)[number]
export type PayloadOf<J extends Job> = z.output<J['payload']>
