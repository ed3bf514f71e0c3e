import { titleOf } from '@tsedra/contract/page-title'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/document-head.ts'
import { isMissing } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { Empty } from '../shared/ui/Empty.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { MoreOfCategory } from './MoreOfCategory.tsx'
import { ProductDetails } from './ProductDetails.tsx'
import { knownProduct, productQuery } from '../catalogue/queries.ts'
import { textsOf } from '../catalogue/texts.ts'
import { toneOf } from '@tsedra/contract/tone'
import './product.css'

/** One product: looked at, chosen in a package, ordered. */
export function ProductPage() {
  const language = useLanguage()
  const { slug = '' } = useParams()
  const known = useQueryClient()
  const found = useQuery({
    ...productQuery(slug, language),
    placeholderData: () => knownProduct(known, slug, language),
  })
  const product = useDeferredValue(found.data)
  const { texts } = textsOf(product?.translations ?? [], language)
  useTitle(texts && titleOf(texts, language))

  if (isMissing(found.error)) return <MissingProduct />
  if (found.isError) return <LoadError page error={found.error} onRetry={() => void found.refetch()} />
  if (!product) return <ProductSkeleton slug={slug} />

  return (
    <>
      <ProductDetails key={product.id} product={product} />
      <BelowTheFold>
        {product.categoryId && <MoreOfCategory categoryId={product.categoryId} but={product.id} />}
      </BelowTheFold>
    </>
  )
}

function MissingProduct() {
  const t = useTranslations()
  useTitle(t('product.missing'))
  return (
    <Empty page icon="search" title={t('product.missing')}>
      <Link className="btn btn--primary" to="/">
        {t('action.home')}
      </Link>
    </Empty>
  )
}

/** The same boxes as the page, so that nothing moves when it arrives. */
function ProductSkeleton({ slug }: { slug: string }) {
  const t = useTranslations()
  return (
    <div className="prod" data-tone={toneOf(slug)} role="status" aria-label={t('loading')}>
      <div className="prod__side">
        <div className="plate plate--wait prod__plate" />
      </div>
      <div className="prod__info" aria-hidden="true">
        <span className="prod__cat">
          <span className="sk sk--line">……………</span>
        </span>
        <p className="serif t-4">
          <span className="sk sk--line">…</span>
        </p>
        <div className="prod__packs">
          <div className="sk sk--packs" />
        </div>
      </div>
    </div>
  )
}
