import { DEFAULT_FIGURE_DAYS, type FigureStep, MAX_FIGURE_DAYS } from '@tsedra/contract/admin-figures'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { shiftDay } from '@tsedra/contract/shift-day'
import { Refusal } from '../../http/refusal.ts'
import { betweenDays } from '../kyiv-days.ts'

/** First and last day in Kyiv, both included. */
export interface FigurePeriod {
  from: string
  to: string
}

/** Fills in the omitted days. @throws Refusal `invalid_request` for a period that is reversed or too long */
export function resolvePeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): FigurePeriod {
  const last = to ?? kyivDay(Date.now())
  const first = from ?? shiftDay(last, 1 - DEFAULT_FIGURE_DAYS)
  // mutation test: figure-period-limit
  if (first > last || first < shiftDay(last, 1 - MAX_FIGURE_DAYS)) {
    const fields = ['query.from']
    throw new Refusal('invalid_request', `A period has 1 to ${MAX_FIGURE_DAYS} days.`, { fields })
  }
  return { from: first, to: last }
}

/** Returns the SQL condition, with bindings, for orders that were placed in the period. */
export function placedIn(column: string, period: FigurePeriod): { sql: string; bindings: string[] } {
  const parts = betweenDays(column, period)
  return { sql: parts.map(([sql]) => sql).join(' AND '), bindings: parts.flatMap(([, values]) => values) }
}

/** Returns the first day of each step of the period: every day, or the Monday of every week. */
export function listSteps({ from, to }: FigurePeriod, step: FigureStep): string[] {
  const starts: string[] = []
  const first = step === 'day' ? from : mondayOf(from)
  for (let start = first; start <= to; start = shiftDay(start, step === 'day' ? 1 : 7)) starts.push(start)
  return starts
}

const mondayOf = (day: string): string => shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
