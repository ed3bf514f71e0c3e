/** Seconds that a session lives: since it was last used, and in all (infra/decisions/0019-accounts.md). */
export interface SessionLimits {
  idleS: number
  absoluteS: number
}

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

const customers: SessionLimits = { idleS: 14 * DAY_S, absoluteS: 30 * DAY_S }
const staff: SessionLimits = { idleS: 2 * HOUR_S, absoluteS: 12 * HOUR_S }

export const sessionLimits = { customers, staff }

/** Sessions of one account that are open at once; a sign-in beyond it ends the one that was used longest ago. */
export const MAX_SESSIONS = 50

/** The use of a session is written down at most this often. */
export const TOUCH_INTERVAL_S = 300
