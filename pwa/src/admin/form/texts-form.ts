import type { Language } from '@tsedra/contract/language'

/** The tabs of a form, in their order (specification, section 3). */
export const tabs = ['en', 'ru', 'ua'] as const satisfies Language[]

export const textFields = ['name', 'shortDescription', 'description', 'seoTitle', 'seoDescription'] as const
/** What a form holds of one language; a text that is not there is empty. */
export type Texts<Field extends string = (typeof textFields)[number]> = Record<Field, string> & { language: Language }

/** One entry per tab, whatever languages there are yet. */
export function textsOf<Field extends string>(
  fields: readonly Field[],
  translations: readonly ({ language: Language } & { [each in Field]?: string | null })[] = [],
): Texts<Field>[] {
  return tabs.map((language) => {
    const own = translations.find((each) => each.language === language)
    const texts = Object.fromEntries(fields.map((field) => [field, own?.[field] ?? '']))
    return { ...texts, language } as Texts<Field> // every field is one of these
  })
}

/** What the contract's schemas want to hear: an empty slug or place is none at all. */
export function withoutEmpty<T extends { slug: string; sortOrder: string }>({ slug, sortOrder, ...rest }: T) {
  const place = sortOrder.trim()
  return {
    ...rest,
    ...(slug.trim() && { slug: slug.trim() }),
    // mutation test: sort-order-validated
    ...(place && { sortOrder: Number(place) }),
  }
}
