import { createSearch, createSearchInSlices, type ProductSearch, type SearchSource } from '@tsedra/contract/search'

/** The search of one language; versions of the catalogue with the same searched texts share it. */
export interface LazySearch {
  /** Hash of what it reads. */
  readonly key: string
  /** Creates the index at its first call. */
  open(): ProductSearch
  /** Creates the index ahead of the first search, with `pause` between short tasks. */
  prepare(pause: () => Promise<unknown>): Promise<void>
}

/** Creates the index once; what `readSource` refers to can be collected afterwards. */
export function createLazySearch(key: string, readSource: () => SearchSource): LazySearch {
  let state: { readSource: () => SearchSource } | { search: ProductSearch } = { readSource }
  const keep = (search: ProductSearch): ProductSearch => {
    if (!('search' in state)) state = { search }
    return state.search
  }
  return {
    key,
    open: () => ('search' in state ? state.search : keep(createSearch(state.readSource()))),
    async prepare(pause) {
      if ('readSource' in state) keep(await createSearchInSlices(state.readSource(), pause))
    },
  }
}
