import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { parseDay } from './parse-days.ts'
import type { PageState } from './use-page-state.ts'

/** The first and the last day of what is shown, as the address says; days are Kyiv's. */
export function DayRangeFilter({ state }: { state: PageState }) {
  return (
    <>
      <DayField end="from" state={state} />
      <DayField end="to" state={state} />
    </>
  )
}

/** A day is written digit by digit: on the way to 2026 there is a year 2, which is neither asked for nor taken away. */
function DayField({ end, state }: { end: 'from' | 'to'; state: PageState }) {
  const t = useTranslations('desk.days')
  const inputRef = useRef<HTMLInputElement>(null)
  const day = parseDay(state.get(end)) ?? ''
  useEffect(() => {
    if (inputRef.current && inputRef.current.value !== day) inputRef.current.value = day
  }, [day])
  return (
    <label className="day-field">
      <span>{t(end)}</span>
      <input
        ref={inputRef}
        type="date"
        className="input"
        defaultValue={day}
        onChange={({ target: { value } }) => {
          if (value === '' || parseDay(value)) state.set({ [end]: value })
        }}
      />
    </label>
  )
}
