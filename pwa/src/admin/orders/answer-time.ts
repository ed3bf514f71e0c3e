import { PROMISE_HOURS } from '@tsedra/contract/orders'

/** Milliseconds before the end of the promise from which an answer is urgent. */
const URGENT_MS = 4 * 3_600_000
/** Hours from which minutes say nothing any more, and from which days are counted. */
const WHOLE_HOURS = 10
const WHOLE_DAYS = 48

export interface AnswerTime {
  state: 'calm' | 'urgent' | 'late'
  /** How long until then, or since. */
  left: { unit: 'days' | 'hours' | 'both' | 'minutes'; days: number; hours: number; minutes: number }
}

/** How much of the promised day is left for an answer to an order that came then; both moments in milliseconds. */
export function answerTime(placedAt: number, now: number): AnswerTime {
  const leftMs = placedAt + PROMISE_HOURS * 3_600_000 - now
  const all = Math.floor(Math.abs(leftMs) / 60_000)
  const hours = Math.floor(all / 60)
  const unit = hours >= WHOLE_DAYS ? 'days' : hours >= WHOLE_HOURS ? 'hours' : hours > 0 ? 'both' : 'minutes'
  return {
    // mutation test: answer-late
    state: leftMs < 0 ? 'late' : leftMs < URGENT_MS ? 'urgent' : 'calm',
    left: { unit, days: Math.floor(hours / 24), hours, minutes: all % 60 },
  }
}
