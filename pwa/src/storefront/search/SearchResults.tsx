import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { openPanel } from '../../shared/panels.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Empty } from '../../shared/ui/Empty.tsx'
import { useChosen } from '../chosen.ts'
import { ListBar } from '../list/ListBar.tsx'
import { ProductList } from '../list/ProductList.tsx'
import { productsQuery } from '../../catalogue/queries.ts'

const PLACEHOLDERS = 4

/** What the whole catalogue has for a search text. */
export function SearchResults({ query }: { query: string }) {
  const t = useTranslations()
  const chosen = useChosen()
  const wanted = { search: query.slice(0, 100), ...chosen.filter }
  const found = useQuery(productsQuery(wanted, useLanguage()))
  const empty = (
    <Empty icon="search" title={t('search.none', { query })} text={t('search.noneHint')}>
      <button type="button" className="btn btn--line" onClick={() => openPanel('menu')}>
        {t('search.catalogue')}
      </button>
    </Empty>
  )
  return (
    <section className="wrap results" aria-labelledby="results">
      <div className="sec__head">
        <h1 className="serif t-3" id="results">
          {t('search.results', { query })}
        </h1>
        <p className="muted" role="status">
          {found.data ? t('category.count', { count: found.data.total }) : '\u00a0'}
        </p>
      </div>
      <ListBar chosen={chosen} />
      <h2 className="vh">{t('foot.products')}</h2>
      <ProductList wanted={wanted} chosen={chosen} found={found} placeholders={PLACEHOLDERS} empty={empty} />
    </section>
  )
}
