import type { Language } from './language.ts'

/** What a search engine reads of a page before anything runs. */
export interface PageMeta {
  title: string
  description: string
}

/** Pages with an address and words of their own beside those of the catalogue. */
export const staticPages = ['home', 'contacts', 'shipping', 'returns', 'faq'] as const
export type StaticPage = (typeof staticPages)[number]

/** What is not there: an address, a category, a product. */
export type NotFoundKind = 'page' | 'category' | 'product'

/**
 * What the build of the page tells whoever writes its HTML per address: `page.json`, beside `index.html`
 * (infra/decisions/0032-page-html.md).
 */
export interface PageManifest {
  /** Files of the screens that come lazily, by the first part of their address. */
  screens: Record<'category' | 'product', readonly string[]>
  /** Files of the languages that come lazily. */
  languages: Record<Language, readonly string[]>
  /** `sizes` of the pictures that are seen first. */
  sizes: { gallery: string; row: string; banner: string }
  words: Record<Language, Record<StaticPage, PageMeta> & { missing: Record<NotFoundKind, string> }>
}
