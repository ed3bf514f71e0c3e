import { type Language, locale } from '@tsedra/contract/language'

/**
 * `21 листопада о 23:41`: a day and an hour of this device's own clock, on 24 hours in every language; of another year, with it.
 *
 * Texts have no dates of their own: the first question for the clock's zone costs a desktop 30 to 60 ms, and no start pays it.
 */
export function formatMoment(time: number | string, language: Language): string {
  const moment = new Date(time)
  const isOfAnotherYear = moment.getFullYear() !== new Date().getFullYear()
  return new Intl.DateTimeFormat(locale[language], {
    ...(isOfAnotherYear && { year: 'numeric' }),
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(moment)
}

/** `18:45`: an hour of this device's own clock. */
export const formatHour = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(locale[language], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time)

/** `через 40 секунд`: how long until then, never in the past. */
export function formatUntil(time: number, now: number, language: Language): string {
  const seconds = Math.max(0, Math.round((time - now) / 1000))
  const words = new Intl.RelativeTimeFormat(locale[language], { numeric: 'auto' })
  return seconds < 90 ? words.format(seconds, 'second') : words.format(Math.round(seconds / 60), 'minute')
}
