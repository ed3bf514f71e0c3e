import { kyivDay } from '@tsedra/contract/kyiv-day'
import { type Language, locale } from '@tsedra/contract/language'

/** The time zone of the shop, as in filters, tables and Telegram, not the zone of the browser. */
const kyivTimeFormat = { timeZone: 'Europe/Kyiv', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Returns `21 лист., 23:41` in Kyiv, short enough for a table. */
export function formatShortKyivDateTime(time: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { ...kyivTimeFormat, day: 'numeric', month: 'short' }).format(
    new Date(time),
  )
}

/** Returns `21 листопада о 23:41` in Kyiv, with the year unless it is this one. */
export function formatKyivDateTime(time: string, language: Language): string {
  const date = new Date(time)
  const isCurrentYear = kyivDay(date).slice(0, 4) === kyivDay(new Date()).slice(0, 4)
  return new Intl.DateTimeFormat(locale[language], {
    ...kyivTimeFormat,
    ...(!isCurrentYear && { year: 'numeric' }),
    day: 'numeric',
    month: 'long',
  }).format(date)
}

/** Returns `+380 67 000 01 24` with no-break spaces; other phones are unchanged. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+380(\d\d)(\d{3})(\d\d)(\d\d)$/, '+380\u00a0$1\u00a0$2\u00a0$3\u00a0$4')
