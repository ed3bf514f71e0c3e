import type { Entry } from './entry.ts'

export const BACKOFF_BASE_MS = 2_000
export const BACKOFF_CAP_MS = 15 * 60_000

/** A little more than any wait can be. */
export const MAX_WAIT_MS = BACKOFF_CAP_MS + 1_000

/** Full jitter over a doubling window, never at once. */
export function backoffMs(attempts: number, random: () => number): number {
  return Math.floor(random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(attempts, 12))) + 250
}

/** Whether a time this phone wrote down has come; 0 always has, also by a clock before 1970. One further away than any wait can be means that the clock jumped back. */
export function isDue(time: number, now: number): boolean {
  // mutation test: clock-jump-ignored
  return time === 0 || time <= now || time - now > MAX_WAIT_MS
}

/** When it may go if nobody but the server has a say. */
export const earliestAttemptAt = ({ holdUntil }: Pick<Entry, 'holdUntil'>, now: number): number =>
  isDue(holdUntil, now) ? 0 : holdUntil
