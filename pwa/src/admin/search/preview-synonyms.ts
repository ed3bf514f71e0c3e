import { createSearch, type ProductSearch, type SearchSource } from '@tsedra/contract/search'

export interface PreviewList {
  /** Best first; `isChanged` marks a product that the other list does not have. */
  products: { id: string; isChanged: boolean }[]
  /** Number of further products. */
  more: number
}

export interface SynonymPreviewResult {
  now: PreviewList
  after: PreviewList
}

/** Maximum number of products in a list of the preview. */
const MAX_PRODUCTS = 8

type Groups = NonNullable<SearchSource['synonyms']>

/** Returns the groups as they are once the draft replaces the saved words; a draft of one word is no group. */
export const replaceGroup = (
  groups: Groups,
  savedWords: readonly string[] | undefined,
  draft: readonly string[],
): Groups => [
  ...groups.filter((words) => savedWords === undefined || words.join('\n') !== savedWords.join('\n')),
  ...(draft.length > 1 ? [draft] : []),
]

/** Returns what a query finds with the index of today and with that of the draft. */
export function previewQuery(query: string, now: ProductSearch, after: ProductSearch): SynonymPreviewResult {
  const [idsNow, idsAfter] = [now.find(query).ids, after.find(query).ids]
  return { now: toList(idsNow, idsAfter), after: toList(idsAfter, idsNow) }
}

export const createDraftSearch = (
  source: SearchSource,
  savedWords: readonly string[] | undefined,
  draft: readonly string[],
): ProductSearch => createSearch({ ...source, synonyms: replaceGroup(source.synonyms ?? [], savedWords, draft) })

const toList = (ids: readonly string[], others: readonly string[]): PreviewList => ({
  products: ids.slice(0, MAX_PRODUCTS).map((id) => ({ id, isChanged: !others.includes(id) })),
  more: Math.max(0, ids.length - MAX_PRODUCTS),
})
