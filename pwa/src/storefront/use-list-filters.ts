import { parseMoney } from '@tsedra/contract/money'
import { packageSizePattern } from '@tsedra/contract/packages'
import type { ProductListParam } from '@tsedra/contract/catalogue-queries'
import type { ProductFilter } from '@tsedra/contract/selection'
import { useSearchParams } from '../shared/router/Router.tsx'
import type { ProductSort } from '../catalogue/queries.ts'

export const sorts: readonly ProductSort[] = ['default', 'price', '-price', 'popular', 'newest']

/** Element id of the button that opens the filters. */
export const FILTERS_BUTTON_ID = 'filters'

/** Query parameters of the filters, without the search text. */
export const filterNames = ['package', 'from', 'to', 'featured'] as const satisfies ProductListParam[]

export interface ListFilters {
  search: string
  filter: ProductFilter & { sort: ProductSort }
  /** Returns the raw value of a query parameter; empty without a choice. */
  getParam: (name: ProductListParam) => string
  /** Names of the active filters. */
  activeFilters: (typeof filterNames)[number][]
  /** Sets query parameters; an empty text or the default sort removes one. */
  update: (changes: { [Key in ProductListParam]?: string }) => void
}

/** Reads search, sort and filters from the address, so that links and back navigation keep them. Invalid values are ignored. */
export function useListFilters(): ListFilters {
  const [params, setParams] = useSearchParams()
  const getParam = (name: ProductListParam) => params.get(name)?.trim() ?? ''
  const packageParam = getParam('package')
  const filter = {
    sort: sorts.find((candidate) => candidate === getParam('sort')) ?? 'default',
    package: packageSizePattern.test(packageParam) ? packageParam : undefined,
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

/** Changes for `update` that remove all filters but keep the search. */
export const clearedFilters = Object.fromEntries(filterNames.map((name) => [name, '']))
