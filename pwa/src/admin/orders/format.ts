import { type Language, locale } from '@tsedra/contract/language'

/** `21 лист., 23:41`: short enough for a table. */
export function formatShortMoment(time: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(time))
}

/** `+380 67 000 01 24` with no-break spaces; of other countries, or as it was typed, it stays as it is. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+380(\d\d)(\d{3})(\d\d)(\d\d)$/, '+380\u00a0$1\u00a0$2\u00a0$3\u00a0$4')
