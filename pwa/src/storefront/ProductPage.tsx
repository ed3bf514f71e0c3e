import { buildPageTitle } from '@tsedra/contract/page-title'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useParams } from '../shared/router/Routes.tsx'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/use-title.ts'
import { isNotFound } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { RelatedProducts } from './RelatedProducts.tsx'
import { ProductDetails } from './ProductDetails.tsx'
import { getCachedProduct, productQuery } from '../catalogue/queries.ts'
import { selectTexts } from '../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import './product.css'

/** The page of one product, with related products. */
export function ProductPage() {
  const brand = useTranslations()('brand')
  const language = useLanguage()
  const { slug = '' } = useParams()
  const client = useQueryClient()
  const query = useQuery({
    ...productQuery(slug, language),
    placeholderData: () => getCachedProduct(client, slug, language),
  })
  const product = useDeferredValue(query.data)
  const { texts } = selectTexts(product?.translations ?? [], language)
  useTitle(texts && buildPageTitle(texts, brand))

  if (isNotFound(query.error)) return <ProductNotFound />
  if (query.isError) return <LoadError isPage error={query.error} onRetry={() => void query.refetch()} />
  if (!product) return <ProductSkeleton slug={slug} />

  return (
    <>
      <ProductDetails key={product.id} product={product} />
      <BelowTheFold>
        {product.categoryId && <RelatedProducts categoryId={product.categoryId} excludedId={product.id} />}
      </BelowTheFold>
    </>
  )
}

function ProductNotFound() {
  const t = useTranslations()
  useTitle(t('product.missing'))
  return (
    <EmptyState isPage icon="search" title={t('product.missing')}>
      <Link className="btn btn--primary" to="/">
        {t('action.home')}
      </Link>
    </EmptyState>
  )
}

/** The same layout as the page, so that nothing shifts when it loads. */
function ProductSkeleton({ slug }: { slug: string }) {
  const t = useTranslations()
  return (
    <div className="product" data-tone={pickTone(slug)} role="status" aria-label={t('loading')}>
      <div className="product__side">
        <div className="plate plate--wait product__plate" />
      </div>
      <div className="product__info" aria-hidden="true">
        <span className="product__cat">
          <span className="sk sk--line">……………</span>
        </span>
        <p className="serif t-4">
          <span className="sk sk--line">…</span>
        </p>
        <div className="product__packs">
          <div className="sk sk--packs" />
        </div>
      </div>
    </div>
  )
}
