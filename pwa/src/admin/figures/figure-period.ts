import { DEFAULT_FIGURE_DAYS, type FigureStep, figureSteps, MAX_FIGURE_DAYS } from '@tsedra/contract/admin-figures'
import { shiftDay } from '@tsedra/contract/shift-day'
import { parseDayRange } from '../table/parse-days.ts'
import type { PageState } from '../table/use-page-state.ts'

/** Numbers of days to choose from. */
export const periodPresets = [7, 30, 90, 365] as const
/** Longest period that is shown by day at first. */
const MAX_DAYS_BY_DAY = 90

export interface PagePeriod {
  from: string
  to: string
  /** Undefined for a custom range. */
  preset: number | undefined
  step: FigureStep
  /** False when the range is reversed or too long: nothing is requested. */
  isValid: boolean
}

/** Returns the period of the address: `from` and `to`, or `days` up to today. */
export function parsePeriod({ get }: Pick<PageState, 'get'>, today: string): PagePeriod {
  const range = parseDayRange({ get })
  const isCustom = range.from !== undefined || range.to !== undefined
  const days = periodPresets.find((preset) => String(preset) === get('days')) ?? DEFAULT_FIGURE_DAYS
  const to = range.to ?? today
  const from = range.from ?? shiftDay(to, 1 - (isCustom ? DEFAULT_FIGURE_DAYS : days))
  const step =
    figureSteps.find((option) => option === get('step')) ?? (from > shiftDay(to, -MAX_DAYS_BY_DAY) ? 'day' : 'week')
  const isValid = from <= to && from > shiftDay(to, -MAX_FIGURE_DAYS)
  return { from, to, preset: isCustom ? undefined : days, step, isValid }
}
