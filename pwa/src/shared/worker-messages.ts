/**
 * Messages from a page to the service worker. They may be of different builds: the meaning of a message must never
 * change.
 */
export type WorkerMessage =
  /** Activate now. Sent only after every tab has agreed (pwa/src/app/sync/update/consent.ts). */
  | { type: 'SKIP_WAITING' }
  /** Claim the pages without a controller. */
  | { type: 'CLAIM' }
  /** Flush the outbox. */
  | { type: 'FLUSH' }
  /** Respond on the transferred port with the number of the shop's windows. */
  | { type: 'COUNT_WINDOWS' }
  /** Respond on the transferred port with a `ShellState` at once, and with another after a repair. */
  | { type: 'CHECK_SHELL' }

/** Number of shell files that are missing from the cache, and in total. */
export interface ShellState {
  missing: number
  total: number
}
