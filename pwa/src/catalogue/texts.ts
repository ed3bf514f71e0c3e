import { type Language, htmlLang, pickTranslation } from '@tsedra/contract/language'

interface Named {
  slug: string
  translations: readonly { language: Language; name: string }[]
}

/** The translation to show, and the `lang` to mark it with when it is not the reader's language. */
export function textsOf<T extends { language: Language }>(translations: readonly T[], language: Language) {
  const found = pickTranslation(translations, language)
  const lang = found && found.language !== language ? htmlLang[found.language] : undefined
  return { texts: found, lang }
}

/** A name there always is: the slug at worst. */
export const nameOf = ({ slug, translations }: Named, language: Language): string =>
  pickTranslation(translations, language)?.name ?? slug
