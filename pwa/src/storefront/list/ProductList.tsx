import { MAX_PAGE_SIZE, type ProductListQuery } from '@tsedra/contract/catalogue-queries'
import { type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../../shared/ui/ErrorBoundary.tsx'
import { withMessages } from '../../shared/i18n/language.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { CompactProduct } from './CompactProduct.tsx'
import { useCompactList, useIsPhone } from './list-layout.ts'
import { ProductCard } from '../ProductCard.tsx'
import { ProductGrid } from '../ProductGrid.tsx'
import type { Product, ProductListResult } from '../../catalogue/queries.ts'
import { usePackageInQuery } from './use-package-in-query.ts'
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
  query: UseQueryResult<ProductListResult>
  skeletonCount: number
  empty: ReactNode
}

/** A list of products: its active filters, its first page, and more pages on request. */
export function ProductList({ listQuery, listFilters, query, skeletonCount, empty }: Props) {
  usePackageInQuery(listFilters, query.data)
  const isFiltered = listFilters.activeFilters.length > 0
  const total = query.data?.total ?? 0
  const isCompactChosen = useCompactList()
  const isCompact = useIsPhone() && isCompactChosen
  const packageSize = listFilters.filter.package
  const renderCard = (product: Product) =>
    isCompact ? (
      <CompactProduct key={product.id} product={product} packageSize={packageSize} />
    ) : (
      <ProductCard key={product.id} product={product} isRowLayout packageSize={packageSize} />
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
        layout={isCompact ? 'compact' : 'rows'}
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
