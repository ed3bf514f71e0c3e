import { PAGE, type ProductsWanted } from '@tsedra/contract/questions'
import { type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Boundary } from '../../shared/ui/Boundary.tsx'
import { withTexts } from '../../shared/i18n/language.ts'
import { lazily } from '../../shared/lazily.ts'
import { ProductCard } from '../ProductCard.tsx'
import { ProductGrid } from '../ProductGrid.tsx'
import type { Product } from '../../catalogue/queries.ts'
import type { Chosen } from '../chosen.ts'

const FilterChips = lazily(() =>
  withTexts('list', import('../filters/FilterChips.tsx')).then(({ FilterChips }) => FilterChips),
)
const NothingFits = lazily(() =>
  withTexts('list', import('../filters/NothingFits.tsx')).then(({ NothingFits }) => NothingFits),
)
const More = lazily(() => withTexts('list', import('../filters/More.tsx')).then(({ More }) => More))

interface Props {
  wanted: ProductsWanted
  chosen: Chosen
  found: UseQueryResult<{ products: Product[]; total: number }>
  placeholders: number
  empty: ReactNode
}

/** Products as they were chosen: the first piece, the rest of them, and which filters are on. */
export function ProductList({ wanted, chosen, found, placeholders, empty }: Props) {
  const isFiltered = chosen.active.length > 0
  const total = found.data?.total ?? 0
  const cardOf = (product: Product) => (
    <ProductCard key={product.id} product={product} rows packageSize={chosen.filter.package} />
  )
  return (
    <>
      {isFiltered && (
        <div className="chosen">
          <Boundary instead={null}>
            <Suspense>
              <FilterChips chosen={chosen} />
            </Suspense>
          </Boundary>
        </div>
      )}
      <ProductGrid
        found={found}
        placeholders={placeholders}
        empty={
          isFiltered ? (
            <Suspense>
              <NothingFits chosen={chosen} />
            </Suspense>
          ) : (
            empty
          )
        }
        cardOf={cardOf}
        rows
      >
        {total > PAGE && (
          <Suspense>
            <More wanted={wanted} total={total} cardOf={cardOf} />
          </Suspense>
        )}
      </ProductGrid>
    </>
  )
}
