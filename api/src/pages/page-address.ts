import { defaultLanguage, type Language, parseLanguage } from '@tsedra/contract/language'
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
const privatePathPattern = /^\/(?:order\/[^/]+|pending|profile(?:\/.*)?|admin(?:\/.*)?)$/
const MAX_SLUG_LENGTH = 255

/** Parses an address as browsers send it; never decodes and never throws. */
export function parsePageAddress(url: string): PageAddress {
  const [path, query] = splitUrl(url)
  const parameters = new URLSearchParams(query)
  return {
    subject: parseSubject(path.length > 1 ? path.replace(/\/$/, '') : path),
    lang: parseLanguage(parameters.get('lang') ?? '') ?? defaultLanguage,
    filtered: productListParams.some((choice) => parameters.has(choice)),
  }
}

function parseSubject(path: string): PageSubject {
  const page = staticPages.find((staticPage) => path === (staticPage === 'home' ? '/' : `/${staticPage}`))
  if (page) return { kind: 'worded', page }
  const [, kind, slug] = entityPathPattern.exec(path) ?? []
  if (slug && slug.length <= MAX_SLUG_LENGTH) {
    if (kind === 'products') return { kind: 'moved', path: `/product/${slug}` }
    return { kind: kind === 'category' || kind === 'drink' ? kind : 'product', slug }
  }
  return privatePathPattern.test(path) ? { kind: 'own' } : { kind: 'missing' }
}

/** Returns the canonical address: one per entity and language. */
export const buildPageUrl = (origin: string, path: string, lang: Language): string =>
  `${origin}${path}${lang === defaultLanguage ? '' : `?lang=${lang}`}`

function splitUrl(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
