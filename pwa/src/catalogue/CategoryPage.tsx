import { titleOf } from '@tsedra/contract/page-title'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useTitle } from '../app/document-head.ts'
import { isMissing } from '../shared/api.ts'
import { useLanguage } from '../shared/language.ts'
import { Empty } from '../shared/ui/Empty.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { SearchField } from '../shared/ui/SearchField.tsx'
import { bannerSizes } from './picture-sizes.ts'
import { ProductGrid } from './ProductGrid.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import { categoryQuery, knownCategory, type ProductSort, productsQuery } from './queries.ts'
import { textsOf } from './texts.ts'
import { toneOf } from '@tsedra/contract/tone'
import './category.css'

const PLACEHOLDERS = 8
const sorts: readonly ProductSort[] = ['default', 'price', '-price', 'popular', 'newest']

/** One category: what it is, and its products, searched and sorted. */
export function CategoryPage() {
  const t = useTranslations()
  const language = useLanguage()
  const { slug = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const sort = sorts.find((each) => each === params.get('sort')) ?? 'default'

  const known = useQueryClient()
  const found = useQuery({
    ...categoryQuery(slug, language),
    placeholderData: () => knownCategory(known, slug, language),
  })
  const products = useQuery({
    ...productsQuery({ categoryId: found.data?.id, search: search.slice(0, 100), sort }, language),
    enabled: found.data !== undefined,
  })
  const { texts, lang } = textsOf(found.data?.translations ?? [], language)
  useTitle(texts && titleOf(texts, language))

  if (isMissing(found.error)) return <MissingCategory />
  if (found.isError) return <LoadError page onRetry={() => void found.refetch()} />

  function change(name: 'search' | 'sort', value: string): void {
    const next = new URLSearchParams(params)
    if (value && value !== 'default') next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true })
  }

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
      <section className="wrap" aria-label={t('home.categories')}>
        <div className="cbar">
          <SearchField
            key={slug}
            label={t('search.inCategory')}
            initial={search}
            onSearch={(text) => change('search', text)}
          />
          <label className="select">
            <span className="vh">{t('sort.label')}</span>
            <select className="input" value={sort} onChange={({ target }) => change('sort', target.value)}>
              {sorts.map((each) => (
                <option key={each} value={each}>
                  {t(`sort.${each}`)}
                </option>
              ))}
            </select>
            <Icon name="chevron-down" />
          </label>
        </div>
        <h2 className="vh">{t('foot.products')}</h2>
        <ProductGrid
          found={products}
          placeholders={PLACEHOLDERS}
          rows
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
