import { kyivDay } from '@tsedra/contract/kyiv-day'
import { type Language, locale } from '@tsedra/contract/language'

/** The shop's clock, which filters, tables and Telegram use too, wherever the browser is. */
const kyivClock = { timeZone: 'Europe/Kyiv', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** `21 лист., 23:41` in Kyiv: short enough for a table. */
export function formatShortMoment(time: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { ...kyivClock, day: 'numeric', month: 'short' }).format(
    new Date(time),
  )
}

/** `21 листопада о 23:41` in Kyiv; of another year, with it. */
export function formatStaffMoment(time: string, language: Language): string {
  const moment = new Date(time)
  const isOfThisYear = kyivDay(moment).slice(0, 4) === kyivDay(new Date()).slice(0, 4)
  return new Intl.DateTimeFormat(locale[language], {
    ...kyivClock,
    ...(!isOfThisYear && { year: 'numeric' }),
    day: 'numeric',
    month: 'long',
  }).format(moment)
}

/** `+380 67 000 01 24` with no-break spaces; of other countries, or as it was typed, it stays as it is. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+380(\d\d)(\d{3})(\d\d)(\d\d)$/, '+380\u00a0$1\u00a0$2\u00a0$3\u00a0$4')
