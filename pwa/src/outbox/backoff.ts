import type { Entry } from './entry.ts'

export const BACKOFF_BASE_MS = 2_000
export const BACKOFF_CAP_MS = 15 * 60_000

/** Longer than the longest backoff, in ms. */
export const MAX_WAIT_MS = BACKOFF_CAP_MS + 1_000

/** Returns a backoff with full jitter over a window that doubles with each attempt, in ms; 250 ms at least. */
export function backoffMs(attempts: number, random: () => number): number {
  return Math.floor(random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(attempts, 12))) + 250
}

/**
 * Returns whether a time that this phone stored has been reached. 0 counts as reached, also by a clock before 1970, and so
 * does a time further ahead than `MAX_WAIT_MS`: the clock was set back since.
 */
export function isDue(time: number, now: number): boolean {
  // mutation test: clock-jump-ignored
  return time === 0 || time <= now || time - now > MAX_WAIT_MS
}

/** Returns the time before which the server's `Retry-After` forbids an attempt; 0 when an attempt is allowed now. */
export const earliestAttemptAt = ({ holdUntil }: Pick<Entry, 'holdUntil'>, now: number): number =>
  isDue(holdUntil, now) ? 0 : holdUntil
