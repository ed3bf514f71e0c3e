import { defaultLanguage, type Language, parseLanguage } from '@tsedra/contract/language'
import { choices } from '@tsedra/contract/questions'
import { type WordedPage, wordedPages } from '@tsedra/contract/page-facts'

/** What an address of the page is about. */
export type Subject =
  | { kind: 'worded'; page: WordedPage }
  | { kind: 'category' | 'product'; slug: string }
  /** Somebody's own, or the staff's: nothing of it is known before the page runs. */
  | { kind: 'own' }
  /** Another spelling of `path`. */
  | { kind: 'moved'; path: string }
  | { kind: 'missing' }

export interface PageAddress {
  subject: Subject
  lang: Language
  /** A search, a filter or another order: the same page for a search engine, with other goods on it. */
  filtered: boolean
}

const slugged = /^\/(category|products?)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/
const own = /^\/(?:order\/[^/]+|pending|profile(?:\/.*)?|admin(?:\/.*)?)$/
const SLUG_MOST = 255

/** Reads an address as browsers send it; whatever it holds, nothing is decoded and nothing thrown. */
export function readAddress(url: string): PageAddress {
  const [path, query] = split(url)
  const asked = new URLSearchParams(query)
  return {
    subject: subjectOf(path.length > 1 ? path.replace(/\/$/, '') : path),
    lang: parseLanguage(asked.get('lang') ?? '') ?? defaultLanguage,
    filtered: choices.some((choice) => asked.has(choice)),
  }
}

function subjectOf(path: string): Subject {
  const page = wordedPages.find((each) => path === (each === 'home' ? '/' : `/${each}`))
  if (page) return { kind: 'worded', page }
  const [, kind, slug] = slugged.exec(path) ?? []
  if (slug && slug.length <= SLUG_MOST) {
    if (kind === 'products') return { kind: 'moved', path: `/product/${slug}` }
    return { kind: kind === 'category' ? 'category' : 'product', slug }
  }
  return own.test(path) ? { kind: 'own' } : { kind: 'missing' }
}

/** The address that search engines keep: one per thing and language. */
export const addressIn = (origin: string, path: string, lang: Language): string =>
  `${origin}${path}${lang === defaultLanguage ? '' : `?lang=${lang}`}`

function split(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
