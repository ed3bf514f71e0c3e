import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { openOverlay } from '../../shared/overlay-state.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { useListFilters } from '../use-list-filters.ts'
import { ListToolbar } from '../list/ListToolbar.tsx'
import { ProductList } from '../list/ProductList.tsx'
import { productsQuery } from '../../catalogue/queries.ts'

const SKELETON_CARDS = 4

/** The results of a search in the whole catalogue. */
export function SearchResults({ query }: { query: string }) {
  const t = useTranslations()
  const listFilters = useListFilters()
  const listQuery = { search: query.slice(0, 100), ...listFilters.filter }
  const productsResult = useQuery(productsQuery(listQuery, useLanguage()))
  const empty = (
    <EmptyState icon="search" title={t('search.none', { query })} text={t('search.noneHint')}>
      <button type="button" className="btn btn--line" onClick={() => openOverlay('menu')}>
        {t('search.catalogue')}
      </button>
    </EmptyState>
  )
  return (
    <section className="wrap results" aria-labelledby="results">
      <div className="sec__head">
        <h1 className="serif t-3" id="results">
          {t('search.results', { query })}
        </h1>
        <p className="muted" role="status">
          {productsResult.data ? t('category.count', { count: productsResult.data.total }) : '\u00a0'}
        </p>
      </div>
      <ListToolbar listFilters={listFilters} />
      <h2 className="vh">{t('foot.products')}</h2>
      <ProductList
        listQuery={listQuery}
        listFilters={listFilters}
        query={productsResult}
        skeletonCount={SKELETON_CARDS}
        empty={empty}
      />
    </section>
  )
}
