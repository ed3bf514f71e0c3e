import { type Language, htmlLang, pickTranslation } from '@tsedra/contract/language'

interface TranslatedEntity {
  slug: string
  translations: readonly { language: Language; name: string }[]
}

/** Returns the translation to show, and its `lang` attribute when it differs from the current language. */
export function selectTexts<T extends { language: Language }>(translations: readonly T[], language: Language) {
  const translation = pickTranslation(translations, language)
  const lang = translation && translation.language !== language ? htmlLang[translation.language] : undefined
  return { texts: translation, lang }
}

/** Returns the name of a product or category, or the slug without a translation. */
export const getName = ({ slug, translations }: TranslatedEntity, language: Language): string =>
  pickTranslation(translations, language)?.name ?? slug
