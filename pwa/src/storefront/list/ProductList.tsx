import { MAX_PAGE_SIZE, type ProductListQuery } from '@tsedra/contract/catalogue-queries'
import { type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../../shared/ui/ErrorBoundary.tsx'
import { withMessages } from '../../shared/i18n/language.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { ProductCard } from '../ProductCard.tsx'
import { ProductGrid } from '../ProductGrid.tsx'
import type { Product } from '../../catalogue/queries.ts'
import type { ListFilters } from '../use-list-filters.ts'

const FilterChips = lazyComponent(() =>
  withMessages('list', import('../filters/FilterChips.tsx')).then(({ FilterChips }) => FilterChips),
)
const NoMatches = lazyComponent(() =>
  withMessages('list', import('../filters/NoMatches.tsx')).then(({ NoMatches }) => NoMatches),
)
const LoadMore = lazyComponent(() =>
  withMessages('list', import('../filters/LoadMore.tsx')).then(({ LoadMore }) => LoadMore),
)

interface Props {
  listQuery: ProductListQuery
  listFilters: ListFilters
  query: UseQueryResult<{ products: Product[]; total: number }>
  skeletonCount: number
  empty: ReactNode
}

/** A list of products: its active filters, its first page, and more pages on request. */
export function ProductList({ listQuery, listFilters, query, skeletonCount, empty }: Props) {
  const isFiltered = listFilters.activeFilters.length > 0
  const total = query.data?.total ?? 0
  const renderCard = (product: Product) => (
    <ProductCard key={product.id} product={product} isRowLayout packageSize={listFilters.filter.package} />
  )
  return (
    <>
      {isFiltered && (
        <div className="filter-chips">
          <ErrorBoundary fallback={null}>
            <Suspense>
              <FilterChips listFilters={listFilters} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
      <ProductGrid
        query={query}
        skeletonCount={skeletonCount}
        empty={
          isFiltered ? (
            <Suspense>
              <NoMatches listFilters={listFilters} />
            </Suspense>
          ) : (
            empty
          )
        }
        renderCard={renderCard}
        isRowLayout
      >
        {total > MAX_PAGE_SIZE && (
          <Suspense>
            <LoadMore listQuery={listQuery} total={total} renderCard={renderCard} />
          </Suspense>
        )}
      </ProductGrid>
    </>
  )
}
