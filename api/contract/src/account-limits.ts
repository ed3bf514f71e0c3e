/** Minimum length of a customer's password, in characters; staff need STAFF_PASSWORD_MIN. */
export const PASSWORD_MIN = 6
export const STAFF_PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
export const CODE_LENGTH = 6
/** Lifetime of a verification code, in seconds. */
export const CODE_TTL_S = 600
/** Minimum interval between two codes of one verification, in seconds. */
export const RESEND_INTERVAL_S = 60
/** Polling interval of the verification status, in milliseconds. */
export const BOT_POLL_INTERVAL_MS = 2_000
