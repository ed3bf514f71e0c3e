import type { Language } from './language.ts'

/** Title and description of a page for search engines. */
export interface PageMeta {
  title: string
  description: string
}

/** Pages with an address and texts of their own, apart from those of the catalogue. */
export const staticPages = ['home', 'drinks', 'contacts', 'shipping', 'returns', 'faq', 'privacy', 'terms'] as const
export type StaticPage = (typeof staticPages)[number]

/** The kind of missing resource. */
export type NotFoundKind = 'page' | 'category' | 'product' | 'drink'

/** https://w3c.github.io/manifest/: the members that the owner's settings change, and all others. */
export interface WebManifest {
  name: string
  short_name: string
  [member: string]: unknown
}

/**
 * Content of `page.json`, beside `index.html`: the page build's input for the API, which writes the HTML per address
 * (infra/decisions/0032-page-html.md).
 */
export interface PageManifest {
  /** Files of lazy screens, by the first segment of their path. */
  screens: Record<'category' | 'product' | 'drink' | 'drinks' | 'info', readonly string[]>
  /** Files of languages that load on demand. */
  languages: Record<Language, readonly string[]>
  /** Files of the texts that are loaded with a screen. */
  texts: Record<Language, readonly string[]>
  /** `sizes` attributes of the pictures above the fold. */
  sizes: { gallery: string; row: string; banner: string }
  /** Titles end with the built-in name of the shop; descriptions may have `{promise}` and `{hours}` (shop-promise.ts). */
  words: Record<Language, Record<StaticPage, PageMeta> & { missing: Record<NotFoundKind, string> }>
  /** The built web app manifest. */
  webManifest: WebManifest
}

/**
 * File of the page build, beside `index.html`, with which the API renders the content of a page. Edges do not serve names
 * that begin with a dot.
 */
export const CONTENT_RENDERER = '.server/render-content.mjs'

/** Id of the block with the products that no category lists (`{ products }`), on the home page. */
export const UNCATEGORISED_BLOCK = 'products-without-category'

export interface ContentRequest {
  /** The canonical path; undefined for a missing page. */
  path: string | undefined
  lang: Language
  /** JSON by id: the data blocks of the page's HTML, and responses of the API that only its links need. */
  blocks: ReadonlyMap<string, string>
}

/** Returns the HTML of a page's content; `CONTENT_RENDERER` exports it under this name. */
export interface ContentRenderer {
  renderContent: (request: ContentRequest) => string
}
