import { titleOf } from '@tsedra/contract/page-title'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/document-head.ts'
import { isMissing } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Empty } from '../shared/ui/Empty.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { SearchField } from '../shared/ui/SearchField.tsx'
import { useChosen } from './chosen.ts'
import { ListBar } from './list/ListBar.tsx'
import { ProductList } from './list/ProductList.tsx'
import { bannerSizes } from '../catalogue/picture-sizes.ts'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { categoryQuery, knownCategory, productsQuery } from '../catalogue/queries.ts'
import { textsOf } from '../catalogue/texts.ts'
import { toneOf } from '@tsedra/contract/tone'
import './category.css'

const PLACEHOLDERS = 8

/** One category: what it is, and its products, searched and sorted. */
export function CategoryPage() {
  const t = useTranslations()
  const language = useLanguage()
  const { slug = '' } = useParams()
  const chosen = useChosen()
  const { search } = chosen

  const known = useQueryClient()
  const found = useQuery({
    ...categoryQuery(slug, language),
    placeholderData: () => knownCategory(known, slug, language),
  })
  const wanted = { categoryId: found.data?.id, search, ...chosen.filter }
  const products = useQuery({
    ...productsQuery(wanted, language),
    enabled: found.data !== undefined,
  })
  const { texts, lang } = textsOf(found.data?.translations ?? [], language)
  useTitle(texts && titleOf(texts, language))

  if (isMissing(found.error)) return <MissingCategory />
  if (found.isError) return <LoadError page error={found.error} onRetry={() => void found.refetch()} />

  return (
    // New boxes for new contents: nothing of the placeholder is seen to move.
    <div key={found.data?.id} data-tone={toneOf(slug)}>
      <header className="chead">
        <div className="wrap chead__in">
          <BackButton />
          <h1 className="serif t-4" lang={lang}>
            {texts?.name ?? <span className="sk sk--line">…</span>}
          </h1>
          <p className="chead__p" lang={lang}>
            {texts?.description ?? (found.isPending ? <span className="sk sk--line">…</span> : '')}
          </p>
          <div className="plate chead__photo">
            {found.data && <ProductPicture imageUrl={found.data.imageUrl} alt="" sizes={bannerSizes} />}
          </div>
        </div>
      </header>
      <section className="wrap" aria-labelledby="products">
        <div className="cbar">
          <p className="cbar__count muted sm" role="status">
            {products.data && t('category.count', { count: products.data.total })}
          </p>
          <SearchField
            key={slug}
            label={t('search.inCategory')}
            initial={search}
            onSearch={(text) => chosen.change({ search: text })}
          />
          <ListBar chosen={chosen} />
        </div>
        <h2 className="vh" id="products">
          {t('foot.products')}
        </h2>
        <ProductList
          wanted={wanted}
          chosen={chosen}
          found={products}
          placeholders={PLACEHOLDERS}
          empty={<Empty icon="search" title={t('category.empty')} {...(search && { text: t('search.noneHint') })} />}
        />
      </section>
    </div>
  )
}

function BackButton() {
  const t = useTranslations('action')
  const navigate = useNavigate()
  // Opened by a link from outside there is nothing to go back to.
  const back = () => void (history.state?.idx > 0 ? navigate(-1) : navigate('/'))
  return (
    <button type="button" className="back" onClick={back}>
      <Icon name="arrow-left" size="i--sm" />
      {t('back')}
    </button>
  )
}

function MissingCategory() {
  const t = useTranslations()
  useTitle(t('category.missing'))
  return (
    <Empty page icon="layout-grid" title={t('category.missing')}>
      <Link className="btn btn--primary" to="/">
        {t('action.home')}
      </Link>
    </Empty>
  )
}
