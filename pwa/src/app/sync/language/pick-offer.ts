import { type Language, parseLanguage } from '@tsedra/contract/language'

/**
 * Returns the language to offer to a visitor whose browser does not list the page's language: the first of theirs that
 * the shop has, else English.
 *
 * @param preferred `navigator.languages`
 */
export function pickOffer(pageLanguage: Language, preferred: readonly string[]): Language | undefined {
  const known = preferred.map((tag) => parseLanguage(tag.split('-')[0] ?? ''))
  if (preferred.length === 0 || known.includes(pageLanguage)) return undefined
  const offer = known.find((language) => language !== undefined) ?? 'en'
  return offer === pageLanguage ? undefined : offer
}

/** Crawlers index each language at its own address. */
export const isCrawler = (userAgent: string): boolean =>
  /bot|crawl|spider|slurp|preview|lighthouse|inspection/i.test(userAgent)
