import { type Language, locale } from './language.ts'

/** Hours within which staff answer, unless the owner promises others. */
export const DEFAULT_PROMISE_HOURS = 24

/** Hours after a preposition: «протягом 24 годин». */
const hourForms: Record<Language, { one: string; other: string }> = {
  ua: { one: 'години', other: 'годин' },
  ru: { one: 'часа', other: 'часов' },
  en: { one: 'hour', other: 'hours' },
}

/** Hours in which staff answer, unless the owner states others. */
export const builtInWorkingHours: Record<Language, string> = {
  ua: 'щодня з 9:00 до 21:00',
  ru: 'каждый день с 9:00 до 21:00',
  en: 'every day from 9:00 to 21:00',
}

/** Returns the promised time as in “within 24 hours”. */
export function formatPromise(hours: number, lang: Language): string {
  const isOne = new Intl.PluralRules(locale[lang]).select(hours) === 'one'
  return `${hours}\u00a0${hourForms[lang][isOne ? 'one' : 'other']}`
}

/** Replaces `{promise}` and `{hours}` in a text of an info page. */
export const fillShopText = (
  text: string,
  { promiseHours, workingHours }: { promiseHours: number; workingHours: string | undefined },
  lang: Language,
): string =>
  text
    .replaceAll('{promise}', () => formatPromise(promiseHours, lang))
    .replaceAll('{hours}', () => workingHours ?? builtInWorkingHours[lang])
