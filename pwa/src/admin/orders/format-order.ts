import { kyivDay } from '@tsedra/contract/kyiv-day'
import { type Language, locale } from '@tsedra/contract/language'

/** The shop's clock, which filters, tables and Telegram use too, wherever the browser is. */
const kyivTimeFormat = { timeZone: 'Europe/Kyiv', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** `21 лист., 23:41` in Kyiv: short enough for a table. */
export function formatShortKyivDateTime(time: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { ...kyivTimeFormat, day: 'numeric', month: 'short' }).format(
    new Date(time),
  )
}

/** `21 листопада о 23:41` in Kyiv; of another year, with it. */
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

/** `+380 67 000 01 24` with no-break spaces; of other countries, or as it was typed, it stays as it is. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+380(\d\d)(\d{3})(\d\d)(\d\d)$/, '+380\u00a0$1\u00a0$2\u00a0$3\u00a0$4')
