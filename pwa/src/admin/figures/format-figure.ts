import { type Language, locale } from '@tsedra/contract/language'

/** Returns a calendar day as `24 жовт.`, with the year unless it is the current one. */
export function formatDay(day: string, language: Language): string {
  const isCurrentYear = day.startsWith(`${new Date().getFullYear()}-`)
  return new Intl.DateTimeFormat(locale[language], {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(!isCurrentYear && { year: 'numeric' }),
  }).format(new Date(day))
}

/** Returns a decimal sum as kopiykas. */
export const toKopiykas = (hryvnias: string): number => Math.round(Number(hryvnias) * 100)
