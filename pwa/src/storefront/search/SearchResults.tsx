import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useListFilters } from '../use-list-filters.ts'
import { ListToolbar } from '../list/ListToolbar.tsx'
import { ProductList } from '../list/ProductList.tsx'
import { productsQuery } from '../../catalogue/queries.ts'
import { NothingFound } from './NothingFound.tsx'
import { useSearchCount } from './use-search-count.ts'

const SKELETON_CARDS = 4

/** The results of a search in the whole catalogue. */
export function SearchResults({ query }: { query: string }) {
  const t = useTranslations()
  const listFilters = useListFilters()
  const listQuery = { search: query.slice(0, 100), ...listFilters.filter }
  const productsResult = useQuery(productsQuery(listQuery, useLanguage()))
  // Neither a filtered list nor the results of the search before tell what the shop has for this one.
  const isCountable = !productsResult.isPlaceholderData && listFilters.activeFilters.length === 0
  useSearchCount(query, isCountable ? productsResult.data?.total : undefined)
  return (
    <section className="wrap results" aria-labelledby="results">
      <div className="section__head">
        <h1 className="serif t-3" id="results">
          {t('search.results', { query })}
        </h1>
        <p className="muted" role="status">
          {productsResult.data ? t('category.count', { count: productsResult.data.total }) : '\u00a0'}
        </p>
      </div>
      <ListToolbar listFilters={listFilters} />
      <h2 className="visually-hidden">{t('foot.products')}</h2>
      <ProductList
        listQuery={listQuery}
        listFilters={listFilters}
        query={productsResult}
        skeletonCount={SKELETON_CARDS}
        empty={<NothingFound query={query} />}
      />
    </section>
  )
}
