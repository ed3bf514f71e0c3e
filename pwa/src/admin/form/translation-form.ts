import type { Language } from '@tsedra/contract/language'

/** The tabs of a form, in their order (specification, section 3). */
export const languageTabs = ['en', 'ru', 'ua'] as const satisfies Language[]

export const translationFields = ['name', 'shortDescription', 'description', 'seoTitle', 'seoDescription'] as const
/** What a form holds of one language; a text that is not there is empty. */
export type TranslationValues<Field extends string = (typeof translationFields)[number]> = Record<Field, string> & {
  language: Language
}

/** One entry per tab, whatever languages there are yet. */
export function toTranslationValues<Field extends string>(
  fields: readonly Field[],
  translations: readonly ({ language: Language } & { [each in Field]?: string | null })[] = [],
): TranslationValues<Field>[] {
  return languageTabs.map((language) => {
    const translation = translations.find((each) => each.language === language)
    const values = Object.fromEntries(fields.map((field) => [field, translation?.[field] ?? '']))
    return { ...values, language } as TranslationValues<Field> // every field is one of these
  })
}

/** What the contract's schemas want to hear: an empty slug or place is none at all. */
export function omitEmpty<T extends { slug: string; sortOrder: string }>({ slug, sortOrder, ...rest }: T) {
  const trimmedSortOrder = sortOrder.trim()
  return {
    ...rest,
    ...(slug.trim() && { slug: slug.trim() }),
    // mutation test: sort-order-validated
    ...(trimmedSortOrder && { sortOrder: Number(trimmedSortOrder) }),
  }
}
