import { defaultLanguage, htmlLang, type Language, languages, parseLanguage } from '@tsedra/contract/language'
import { productListParams } from '@tsedra/contract/catalogue-queries'
import { type StaticPage, staticPages } from '@tsedra/contract/page-manifest'

/** The subject of an address of the page. */
export type PageSubject =
  | { kind: 'worded'; page: StaticPage }
  | { kind: 'category' | 'product' | 'drink'; slug: string }
  /** A private page of a user or of staff: its content is unknown until the page's script runs. */
  | { kind: 'own' }
  /** A redirect from another spelling of `path`. */
  | { kind: 'moved'; path: string }
  | { kind: 'missing' }

export interface PageAddress {
  subject: PageSubject
  lang: Language
  /** A search, a filter or another sort order: the same page for a search engine, with other products. */
  filtered: boolean
}

const entityPathPattern = /^\/(category|drink|products?)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/
const privatePathPattern = /^\/(?:order\/[^/]+\/?|pending\/?|profile(?:\/.*)?|admin(?:\/.*)?)$/
const MAX_SLUG_LENGTH = 255

/** Parses an address as browsers send it; never decodes and never throws. */
export function parsePageAddress(url: string): PageAddress {
  const [path, query] = splitUrl(url)
  const parameters = new URLSearchParams(query)
  return {
    subject: parseSubject(path),
    lang: parseLanguage(parameters.get('lang') ?? '') ?? defaultLanguage,
    filtered: productListParams.some((choice) => parameters.has(choice)),
  }
}

function parseSubject(path: string): PageSubject {
  if (privatePathPattern.test(path)) return { kind: 'own' }
  const spelling = path.length > 1 ? path.replace(/\/$/, '').toLowerCase() : path
  const [canonicalPath, subject] = parsePublicPath(spelling) ?? []
  if (!canonicalPath || !subject) return { kind: 'missing' }
  // mutation test: one-spelling-per-page
  return canonicalPath === path ? subject : { kind: 'moved', path: canonicalPath }
}

/** Returns the canonical path of a public page and its subject. */
function parsePublicPath(path: string): [path: string, subject: PageSubject] | undefined {
  const page = staticPages.find((staticPage) => path === (staticPage === 'home' ? '/' : `/${staticPage}`))
  if (page) return [path, { kind: 'worded', page }]
  const [, kind, slug] = entityPathPattern.exec(path) ?? []
  if (!slug || slug.length > MAX_SLUG_LENGTH) return undefined
  if (kind === 'category' || kind === 'drink') return [path, { kind, slug }]
  return [`/product/${slug}`, { kind: 'product', slug }]
}

/** Returns the canonical address: one per entity and language. */
export const buildPageUrl = (origin: string, path: string, lang: Language): string =>
  `${origin}${path}${lang === defaultLanguage ? '' : `?lang=${lang}`}`

/**
 * Returns `hreflang` and address of each language that a page is translated into, and of the default page
 * (https://developers.google.com/search/docs/specialty/international/localized-versions).
 */
export function listAlternates(
  origin: string,
  path: string,
  translatedInto: readonly Language[] = languages,
): (readonly [hreflang: string, href: string])[] {
  const translated = languages.filter((lang) => translatedInto.includes(lang))
  const alternates = translated.map((lang) => [htmlLang[lang], buildPageUrl(origin, path, lang)] as const)
  const [first] = translated
  return first ? [...alternates, ['x-default', buildPageUrl(origin, path, first)]] : alternates
}

function splitUrl(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
