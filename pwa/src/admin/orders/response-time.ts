import { DEFAULT_PROMISE_HOURS } from '@tsedra/contract/shop-promise'

/** Milliseconds before the deadline from which a response is urgent. */
const URGENT_BELOW_MS = 4 * 3_600_000
/** Hours from which minutes are omitted, and from which days are counted. */
const HOURS_ONLY_FROM = 10
const DAYS_ONLY_FROM = 48

export interface ResponseTime {
  state: 'calm' | 'urgent' | 'late'
  /** Time until the deadline, or since. */
  remaining: { unit: 'days' | 'hours' | 'both' | 'minutes'; days: number; hours: number; minutes: number }
}

/** Returns the rest of the promised hours; both times in milliseconds. */
export function getResponseTime(placedAt: number, now: number, promiseHours = DEFAULT_PROMISE_HOURS): ResponseTime {
  const remainingMs = placedAt + promiseHours * 3_600_000 - now
  const totalMinutes = Math.floor(Math.abs(remainingMs) / 60_000)
  const hours = Math.floor(totalMinutes / 60)
  const unit = hours >= DAYS_ONLY_FROM ? 'days' : hours >= HOURS_ONLY_FROM ? 'hours' : hours > 0 ? 'both' : 'minutes'
  return {
    // mutation test: answer-late
    state: remainingMs < 0 ? 'late' : remainingMs < URGENT_BELOW_MS ? 'urgent' : 'calm',
    remaining: { unit, days: Math.floor(hours / 24), hours, minutes: totalMinutes % 60 },
  }
}
