import { parseMoney } from '@tsedra/contract/money'
import { packageSizes } from '@tsedra/contract/packages'
import type { Choice } from '@tsedra/contract/questions'
import type { ProductFilter } from '@tsedra/contract/selection'
import { useSearchParams } from 'react-router-dom'
import type { ProductSort } from '../catalogue/queries.ts'

export const sorts: readonly ProductSort[] = ['default', 'price', '-price', 'popular', 'newest']

/** The button that opens the filters. */
export const FILTERS_ID = 'filters'

/** What narrows the list beside a search. */
export const filters = ['package', 'from', 'to', 'featured'] as const satisfies Choice[]

export interface Chosen {
  search: string
  filter: ProductFilter & { sort: ProductSort }
  /** As the address says it; empty where nothing is chosen. */
  text: (choice: Choice) => string
  /** Filters that are on. */
  active: (typeof filters)[number][]
  /** An empty text, or the default sort, takes a choice back. */
  change: (choices: { [Each in Choice]?: string }) => void
}

/** What the address chooses of the products, so that links and going back keep it. What makes no sense counts as not chosen. */
export function useChosen(): Chosen {
  const [params, setParams] = useSearchParams()
  const text = (choice: Choice) => params.get(choice)?.trim() ?? ''
  const filter = {
    sort: sorts.find((each) => each === text('sort')) ?? 'default',
    package: packageSizes.find((each) => each === text('package')),
    minPrice: parseMoney(text('from')),
    maxPrice: parseMoney(text('to')),
    featured: text('featured') === '1' || undefined,
  }
  const on = { package: filter.package, from: filter.minPrice, to: filter.maxPrice, featured: filter.featured }
  return {
    search: text('search').slice(0, 100),
    filter,
    text,
    active: filters.filter((each) => on[each] !== undefined),
    change(choices) {
      const next = new URLSearchParams(params)
      for (const [choice, value] of Object.entries(choices)) {
        if (value && value !== 'default') next.set(choice, value)
        else next.delete(choice)
      }
      setParams(next, { replace: true })
    },
  }
}

/** Takes all filters back; the search stays. */
export const noFilters = Object.fromEntries(filters.map((each) => [each, '']))
