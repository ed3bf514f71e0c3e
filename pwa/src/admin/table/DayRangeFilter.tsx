import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { parseDay } from './parse-days.ts'
import type { PageState } from './use-page-state.ts'

/** Filters by first and last day in Kyiv, from the address. */
export function DayRangeFilter({ state }: { state: PageState }) {
  return (
    <>
      <DayField end="from" state={state} />
      <DayField end="to" state={state} />
    </>
  )
}

/** Ignores incomplete input: while a year is typed the browser reports the year 2, which is neither applied nor cleared. */
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
