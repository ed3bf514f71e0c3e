/** The outcome of one send. Receivers accept no idempotency key, so `unknown` is a possible outcome. */
export type Delivery =
  | Sent
  /** The message has certainly not arrived. `waitMs` above 0: the channel failed, so no attempt is counted. */
  | { kind: 'not_sent'; reason: string; waitMs: number; pausesQueue: boolean }
  /** The message may have arrived. `waitMs` is set when the channel failed, not this message. */
  | { kind: 'unknown'; reason: string; waitMs?: number }
  /** The receiver rejected the message permanently: a retry cannot help. */
  | { kind: 'nothing'; reason: string }

export interface Sent {
  kind: 'sent'
  /** The receiver's id of the message; null when it assigns none. */
  messageId: number | null
}

/** A failed delivery. */
export type NotDelivered = Exclude<Delivery, Sent>

/** Sends messages over one channel; `send` never rejects. */
export interface Sender<Message, Receipt extends Sent = Sent> {
  send(message: Message): Promise<Receipt | NotDelivered>
}

/** Returns the delivery of a message that the channel did not attempt or that has not arrived. */
export const notSent = (reason: string, waitMs: number, pausesQueue = false): NotDelivered => ({
  kind: 'not_sent',
  reason,
  waitMs,
  pausesQueue,
})
