/** What became of one send. Receivers take no idempotency key, so `unknown` is an honest answer. */
export type Delivery =
  /** The receiver's number for it; null when it gives none. */
  | { kind: 'sent'; messageId: number | null }
  /** It is known that nothing has arrived. */
  | { kind: 'not_sent'; reason: string; waitMs: number; pausesQueue: boolean }
  /** It may have arrived. `waitMs` is set when the failure was the receiver's and not this message's. */
  | { kind: 'unknown'; reason: string; waitMs?: number }
