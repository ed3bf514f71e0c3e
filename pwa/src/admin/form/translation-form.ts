import type { Language } from '@tsedra/contract/language'
import type { drinkTextFields, productTextFields } from '@tsedra/contract/product-fields'

/** The tabs of a form, in their order (specification, section 3). */
export const languageTabs = ['en', 'ru', 'ua'] as const satisfies Language[]

export type TextName = keyof typeof productTextFields | keyof typeof drinkTextFields
/** Texts of one language in a form; null is stored as empty text. */
export type TranslationValues<Name extends TextName = TextName> = Record<Name, string> & { language: Language }

/** Returns one entry per tab, also for a language without a translation. */
export function toTranslationValues<Name extends TextName>(
  texts: readonly Name[],
  translations: readonly ({ language: Language } & { [Each in Name]?: string | null })[] = [],
): TranslationValues<Name>[] {
  return languageTabs.map((language) => {
    const translation = translations.find((candidate) => candidate.language === language)
    const values = Object.fromEntries(texts.map((text) => [text, translation?.[text] ?? '']))
    return { ...values, language } as TranslationValues<Name> // every text is one of these
  })
}
