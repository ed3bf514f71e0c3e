import { type Language, locale } from '@tsedra/contract/language'

/**
 * Returns a date and time like `21 листопада о 23:41` in the device's time zone, on 24 hours in every language. A date of
 * another year includes the year.
 *
 * ICU texts contain no dates: the first use of the time zone costs a desktop 30 to 60 ms, which no start should pay.
 */
export function formatDateTime(time: number | string, language: Language): string {
  const date = new Date(time)
  const isOtherYear = date.getFullYear() !== new Date().getFullYear()
  return new Intl.DateTimeFormat(locale[language], {
    ...(isOtherYear && { year: 'numeric' }),
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(date)
}

/** Returns a day like `3 грудня`; a day of another year includes the year. */
export const formatDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(locale[language], {
    ...(!day.startsWith(`${new Date().getFullYear()}`) && { year: 'numeric' }),
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))

/** Returns a time like `18:45` in the device's time zone. */
export const formatTime = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(locale[language], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time)

/** Returns the time until then, like `через 40 секунд`; a past time counts as now. */
export function formatTimeUntil(time: number, now: number, language: Language): string {
  const seconds = Math.max(0, Math.round((time - now) / 1000))
  const formatter = new Intl.RelativeTimeFormat(locale[language], { numeric: 'auto' })
  return seconds < 90 ? formatter.format(seconds, 'second') : formatter.format(Math.round(seconds / 60), 'minute')
}
