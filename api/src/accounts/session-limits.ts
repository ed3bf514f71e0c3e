/** Session timeouts in seconds: idle and absolute (infra/decisions/0019-accounts.md). */
export interface SessionLimits {
  idleS: number
  absoluteS: number
}

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

const customers: SessionLimits = { idleS: 14 * DAY_S, absoluteS: 30 * DAY_S }
const staff: SessionLimits = { idleS: 2 * HOUR_S, absoluteS: 12 * HOUR_S }

export const sessionLimits = { customers, staff }

/** Maximum number of open sessions per account; a further sign-in ends the least recently used one. */
export const MAX_SESSIONS = 50

/** Minimum interval between two updates of `last_seen_at`, in seconds. */
export const TOUCH_INTERVAL_S = 300
