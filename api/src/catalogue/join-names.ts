import { type Language, sortTranslations } from '@tsedra/contract/language'

/** Joins the names of every language in one text, which the search reads. */
export const joinNames = (translations: readonly { language: Language; name: string }[]): string =>
  sortTranslations(translations, 'ua')
    .map(({ name }) => name)
    .join(' · ')
