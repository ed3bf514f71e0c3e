import { type Language, locale } from '@tsedra/contract/language'

/**
 * `21 листопада о 23:41`: a day and an hour of this device's own clock, on 24 hours in every language; of another year, with it.
 *
 * Texts have no dates of their own: the first question for the clock's zone costs a desktop 30 to 60 ms, and no start pays it.
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

/** `18:45`: an hour of this device's own clock. */
export const formatTime = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(locale[language], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time)

/** `через 40 секунд`: how long until then, never in the past. */
export function formatTimeUntil(time: number, now: number, language: Language): string {
  const seconds = Math.max(0, Math.round((time - now) / 1000))
  const formatter = new Intl.RelativeTimeFormat(locale[language], { numeric: 'auto' })
  return seconds < 90 ? formatter.format(seconds, 'second') : formatter.format(Math.round(seconds / 60), 'minute')
}
