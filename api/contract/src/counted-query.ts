/** Limits of one report of counted searches (search-counts.ts): number of searches, and count of each. */
export const MAX_REPORTED_SEARCHES = 20
export const MAX_SEARCH_COUNT = 20
/** Minimum and maximum length of a counted query, in code points. */
const MIN_LENGTH = 2
export const MAX_COUNTED_LENGTH = 100
/** Five digits, also with separators between them: a phone, an order or a card number. */
const longNumber = /\p{Nd}(?:[\s().+-]*\p{Nd}){4}/u

/**
 * Returns the query as the shop counts it: lower case, single spaces. Returns undefined for a query that is not counted
 * because it is too short or may contain personal data (infra/decisions/0041-drinks-and-synonyms.md).
 */
export function normaliseCountedQuery(query: string): string | undefined {
  const characters = [...query.toLowerCase().normalize('NFC').replace(/\s+/g, ' ').trim()].slice(0, MAX_COUNTED_LENGTH)
  const normalised = characters.join('').trim()
  if (characters.length < MIN_LENGTH || normalised.includes('@') || longNumber.test(normalised)) return undefined
  return normalised
}
