import { defaultLanguage, type Language, parseLanguage } from '@tsedra/contract/language'
import { productListParams } from '@tsedra/contract/questions'
import { type StaticPage, staticPages } from '@tsedra/contract/page-facts'

/** What an address of the page is about. */
export type PageSubject =
  | { kind: 'worded'; page: StaticPage }
  | { kind: 'category' | 'product'; slug: string }
  /** Somebody's own, or the staff's: nothing of it is known before the page runs. */
  | { kind: 'own' }
  /** Another spelling of `path`. */
  | { kind: 'moved'; path: string }
  | { kind: 'missing' }

export interface PageAddress {
  subject: PageSubject
  lang: Language
  /** A search, a filter or another order: the same page for a search engine, with other goods on it. */
  filtered: boolean
}

const entityPathPattern = /^\/(category|products?)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/
const privatePathPattern = /^\/(?:order\/[^/]+|pending|profile(?:\/.*)?|admin(?:\/.*)?)$/
const MAX_SLUG_LENGTH = 255

/** Reads an address as browsers send it; whatever it holds, nothing is decoded and nothing thrown. */
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
    return { kind: kind === 'category' ? 'category' : 'product', slug }
  }
  return privatePathPattern.test(path) ? { kind: 'own' } : { kind: 'missing' }
}

/** The address that search engines keep: one per thing and language. */
export const buildPageUrl = (origin: string, path: string, lang: Language): string =>
  `${origin}${path}${lang === defaultLanguage ? '' : `?lang=${lang}`}`

function splitUrl(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
