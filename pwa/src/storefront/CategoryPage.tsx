import { buildPageTitle } from '@tsedra/contract/page-title'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '../shared/router/Router.tsx'
import { useParams } from '../shared/router/Routes.tsx'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/use-title.ts'
import { isNotFound } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { SearchField } from '../shared/ui/SearchField.tsx'
import { useListFilters } from './use-list-filters.ts'
import { ListToolbar } from './list/ListToolbar.tsx'
import { ProductList } from './list/ProductList.tsx'
import { bannerSizes } from '../catalogue/picture-sizes.ts'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { categoryQuery, getCachedCategory, productsQuery } from '../catalogue/queries.ts'
import { selectTexts } from '../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import './category.css'

const SKELETON_CARDS = 8

/** The page of one category: its description and its products with search, filters and sorting. */
export function CategoryPage() {
  const t = useTranslations()
  const language = useLanguage()
  const { slug = '' } = useParams()
  const listFilters = useListFilters()
  const { search } = listFilters

  const client = useQueryClient()
  const query = useQuery({
    ...categoryQuery(slug, language),
    placeholderData: () => getCachedCategory(client, slug, language),
  })
  const listQuery = { categoryId: query.data?.id, search, ...listFilters.filter }
  const products = useQuery({
    ...productsQuery(listQuery, language),
    enabled: query.data !== undefined,
  })
  const { texts, lang } = selectTexts(query.data?.translations ?? [], language)
  useTitle(texts && buildPageTitle(texts, t('brand')))

  if (isNotFound(query.error)) return <CategoryNotFound />
  if (query.isError) return <LoadError isPage error={query.error} onRetry={() => void query.refetch()} />

  return (
    // The key replaces the placeholder's elements, so that none of them visibly moves.
    <div key={query.data?.id} data-tone={pickTone(slug)}>
      <header className="category-header">
        <div className="wrap category-header__in">
          <BackButton />
          <h1 className="serif t-4" lang={lang}>
            {texts?.name ?? <span className="sk sk--line">…</span>}
          </h1>
          <p className="category-header__p" lang={lang}>
            {texts?.description ?? (query.isPending ? <span className="sk sk--line">…</span> : '')}
          </p>
        </div>
        <div className="heap category-header__art">
          {query.data && <ProductPicture imageUrl={query.data.imageUrl} alt="" sizes={bannerSizes} />}
        </div>
      </header>
      <section className="wrap" aria-labelledby="products">
        <div className="category-toolbar">
          <p className="category-toolbar__count muted sm" role="status">
            {products.data && t('category.count', { count: products.data.total })}
          </p>
          <SearchField
            key={slug}
            label={t('search.inCategory')}
            initial={search}
            onSearch={(text) => listFilters.update({ search: text })}
          />
          <ListToolbar listFilters={listFilters} />
        </div>
        <h2 className="visually-hidden" id="products">
          {t('foot.products')}
        </h2>
        <ProductList
          listQuery={listQuery}
          listFilters={listFilters}
          query={products}
          skeletonCount={SKELETON_CARDS}
          empty={
            <EmptyState icon="search" title={t('category.empty')} {...(search && { text: t('search.noneHint') })} />
          }
        />
      </section>
    </div>
  )
}

function BackButton() {
  const t = useTranslations('action')
  const navigate = useNavigate()
  // Opened by an external link, the page has no history to go back to.
  const goBack = () => (history.state?.idx > 0 ? navigate(-1) : navigate('/'))
  return (
    <button type="button" className="back" onClick={goBack}>
      <Icon name="arrow-left" size="i--sm" />
      {t('back')}
    </button>
  )
}

function CategoryNotFound() {
  const t = useTranslations()
  useTitle(t('category.missing'))
  return (
    <EmptyState isPage icon="layout-grid" title={t('category.missing')}>
      <Link className="btn btn--primary" to="/">
        {t('action.home')}
      </Link>
    </EmptyState>
  )
}
