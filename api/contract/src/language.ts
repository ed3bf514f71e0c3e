/** Languages on the wire, in the database and in storage (infra/decisions/0003-languages.md). */
export const languages = ['ua', 'ru', 'en'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'ua'

/** BCP 47 tags: what browsers and search engines read (`<html lang>`, hreflang). */
export const htmlLang: Record<Language, string> = { ua: 'uk', ru: 'ru', en: 'en' }

/** Locales for Intl. Not `ru-UA`: it drops the group space of prices. */
export const locale: Record<Language, string> = { ua: 'uk-UA', ru: 'ru-RU', en: 'en-US' }

/** Fallback order of the shop, after the requested language. */
const fallbackOrder: readonly Language[] = ['en', 'ua', 'ru']

/** Parses `ua`, `UA`, `uk`, `uk-UA`, `en-GB`, …; returns undefined for anything else. */
export function parseLanguage(input: string): Language | undefined {
  const tag = input.trim().toLowerCase().split(/[-_]/)[0]
  return tag === 'uk' ? 'ua' : languages.find((language) => language === tag)
}

/** Returns a copy sorted by requested language, then en, ua, ru: the first element is the one to show. */
export function sortTranslations<T extends { language: Language }>(
  translations: readonly T[],
  preferred: Language,
): T[] {
  const rank = (language: Language) => (language === preferred ? -1 : fallbackOrder.indexOf(language))
  return [...translations].sort((a, b) => rank(a.language) - rank(b.language))
}

/** Returns the translation to show: requested → en → ua → ru → undefined. */
export function pickTranslation<T extends { language: Language }>(
  translations: readonly T[],
  preferred: Language,
): T | undefined {
  return sortTranslations(translations, preferred)[0]
}
