interface Texts {
  description?: string | null
  seoTitle: string | null
  seoDescription: string | null
}

/**
 * Returns the texts that screens show: all of the first language, and the names of the others, which the menu may need.
 * No screen shows the description for search engines. The snapshot contains only these, so that the page does not render
 * again when the local catalogue replaces a response.
 */
export const shownTexts = <Text extends Texts>(translations: readonly Text[]): Text[] =>
  translations.map((texts, index) => ({
    ...texts,
    seoDescription: null,
    ...(index > 0 && { description: null, seoTitle: null }),
  }))
