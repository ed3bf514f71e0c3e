/**
 * What a page may say to the worker. Pages and workers of any two builds talk to one another: nothing here ever changes
 * its meaning.
 */
export type WorkerMessage =
  /** Only after every tab has agreed (pwa/src/app/sync/update/consent.ts). */
  | { type: 'SKIP_WAITING' }
  /** Look after the pages that are nobody's. */
  | { type: 'CLAIM' }
  /** Send what waits. */
  | { type: 'FLUSH' }
  /** Answered on the port that comes with it: how many windows of the shop there are. */
  | { type: 'COUNT_WINDOWS' }
  /** Answered on the port that comes with it: a `ShellState` at once, and another one after a repair. */
  | { type: 'CHECK_SHELL' }

/** How many files of the shell are not in the cache, and how many there are in all. */
export interface ShellState {
  missing: number
  total: number
}
