import { parseMoney } from '@tsedra/contract/money'
import { packageSizes } from '@tsedra/contract/packages'
import type { ProductListParam } from '@tsedra/contract/questions'
import type { ProductFilter } from '@tsedra/contract/selection'
import { useSearchParams } from 'react-router-dom'
import type { ProductSort } from '../catalogue/queries.ts'

export const sorts: readonly ProductSort[] = ['default', 'price', '-price', 'popular', 'newest']

/** The button that opens the filters. */
export const FILTERS_BUTTON_ID = 'filters'

/** What narrows the list beside a search. */
export const filterNames = ['package', 'from', 'to', 'featured'] as const satisfies ProductListParam[]

export interface ListFilters {
  search: string
  filter: ProductFilter & { sort: ProductSort }
  /** As the address says it; empty where nothing is chosen. */
  getParam: (name: ProductListParam) => string
  /** Filters that are on. */
  activeFilters: (typeof filterNames)[number][]
  /** An empty text, or the default sort, takes a choice back. */
  update: (changes: { [Key in ProductListParam]?: string }) => void
}

/** What the address chooses of the products, so that links and going back keep it. What makes no sense counts as not chosen. */
export function useListFilters(): ListFilters {
  const [params, setParams] = useSearchParams()
  const getParam = (name: ProductListParam) => params.get(name)?.trim() ?? ''
  const filter = {
    sort: sorts.find((candidate) => candidate === getParam('sort')) ?? 'default',
    package: packageSizes.find((candidate) => candidate === getParam('package')),
    minPrice: parseMoney(getParam('from')),
    maxPrice: parseMoney(getParam('to')),
    featured: getParam('featured') === '1' || undefined,
  }
  const filterValues = {
    package: filter.package,
    from: filter.minPrice,
    to: filter.maxPrice,
    featured: filter.featured,
  }
  return {
    search: getParam('search').slice(0, 100),
    filter,
    getParam,
    activeFilters: filterNames.filter((candidate) => filterValues[candidate] !== undefined),
    update(changes) {
      const next = new URLSearchParams(params)
      for (const [name, value] of Object.entries(changes)) {
        if (value && value !== 'default') next.set(name, value)
        else next.delete(name)
      }
      setParams(next, { replace: true })
    },
  }
}

/** Takes all filters back; the search stays. */
export const clearedFilters = Object.fromEntries(filterNames.map((name) => [name, '']))
