import * as z from 'zod/mini'

/** One kind of background work: its name and the payload both ends may rely on. Payloads are ids, never texts or codes. */
export interface Job<Name extends string = string, Payload extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: Name
  readonly payload: Payload
  /** Two jobs with one key are one job. */
  readonly key: (payload: z.output<Payload>) => string
}

function job<const Name extends string, Payload extends z.ZodMiniType>(spec: Job<Name, Payload>): Job<Name, Payload> {
  return spec
}

/** The one BullMQ queue: transport only, it may be flushed at any time. */
export const QUEUE_NAME = 'notifications'

/** Tell staff in Telegram that an order has come in. */
export const orderPlaced = job({
  name: 'order-placed',
  payload: z.object({ orderId: z.uuid() }),
  key: ({ orderId }) => `order-placed_${orderId}`,
})

/** Tell staff that a customer has taken an order back. */
export const orderCancelled = job({
  name: 'order-cancelled',
  payload: z.object({ orderId: z.uuid() }),
  key: ({ orderId }) => `order-cancelled_${orderId}`,
})

/**
 * Bring a message about an order in the staff's chat up to date. `event` is the change that made it stale, 0 when there
 * was none, so that each is shown once.
 */
export const staffMessageOutdated = job({
  name: 'order-shown',
  payload: z.object({ orderId: z.uuid(), chatId: z.string(), messageId: z.int(), event: z.int() }),
  key: ({ orderId, chatId, messageId, event }) => `order-shown_${orderId}_${event}_${chatId}_${messageId}`,
})

/** Tell a customer's chat that the status of an order has changed; `event` is the change, so that each is told once. */
export const orderStatusChanged = job({
  name: 'order-moved',
  payload: z.object({ orderId: z.uuid(), chatId: z.string(), event: z.int() }),
  key: ({ orderId, chatId, event }) => `order-moved_${orderId}_${event}_${chatId}`,
})

/**
 * Send an e-mail with a code, or say that there is an account already. The handler makes the code: none lies in a payload.
 * `number` counts the codes of one attempt.
 */
export const codeRequested = job({
  name: 'code-requested',
  payload: z.object({ attemptId: z.uuid(), number: z.int() }),
  key: ({ attemptId, number }) => `code-requested_${attemptId}_${number}`,
})

/** Tell the owner of an account, by e-mail, that how one signs in to it has changed. */
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
  codeRequested,
  accountChanged,
] as const
export type AnyJob = (typeof jobs)[number]
export type PayloadOf<J extends Job> = z.output<J['payload']>
