import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { dayOf } from './days.ts'
import type { PageState } from './page-state.ts'

/** The first and the last day of what is shown, as the address says; days are Kyiv's. */
export function Days({ state }: { state: PageState }) {
  return (
    <>
      <Day end="from" state={state} />
      <Day end="to" state={state} />
    </>
  )
}

/** A day is written digit by digit: on the way to 2026 there is a year 2, which is neither asked for nor taken away. */
function Day({ end, state }: { end: 'from' | 'to'; state: PageState }) {
  const t = useTranslations('desk.days')
  const field = useRef<HTMLInputElement>(null)
  const shown = dayOf(state.get(end)) ?? ''
  useEffect(() => {
    if (field.current && field.current.value !== shown) field.current.value = shown
  }, [shown])
  return (
    <label className="days">
      <span>{t(end)}</span>
      <input
        ref={field}
        type="date"
        className="input"
        defaultValue={shown}
        onChange={({ target: { value } }) => {
          if (value === '' || dayOf(value)) state.set({ [end]: value })
        }}
      />
    </label>
  )
}
