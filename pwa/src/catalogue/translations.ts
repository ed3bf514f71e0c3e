import { type Language, htmlLang, pickTranslation } from '@tsedra/contract/language'

interface TranslatedEntity {
  slug: string
  translations: readonly { language: Language; name: string }[]
}

/** The translation to show, and the `lang` to mark it with when it is not the reader's language. */
export function selectTexts<T extends { language: Language }>(translations: readonly T[], language: Language) {
  const translation = pickTranslation(translations, language)
  const lang = translation && translation.language !== language ? htmlLang[translation.language] : undefined
  return { texts: translation, lang }
}

/** A name there always is: the slug at worst. */
export const getName = ({ slug, translations }: TranslatedEntity, language: Language): string =>
  pickTranslation(translations, language)?.name ?? slug
