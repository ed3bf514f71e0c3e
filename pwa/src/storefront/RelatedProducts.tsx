import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../shared/i18n/language.ts'
import { ProductCard } from './ProductCard.tsx'
import { productsQuery } from '../catalogue/queries.ts'

const MAX_RELATED = 4

/** Other products of the same category; hidden if they cannot be loaded. */
export function RelatedProducts({ categoryId, excludedId }: { categoryId: string; excludedId: string }) {
  const t = useTranslations('product')
  const { data } = useQuery(productsQuery({ categoryId, limit: MAX_RELATED + 1 }, useLanguage()))
  const related =
    useDeferredValue(data)
      ?.products.filter(({ id }) => id !== excludedId)
      .slice(0, MAX_RELATED) ?? []
  if (related.length === 0) return null
  return (
    <section className="section wrap" aria-labelledby="more">
      <div className="section__head">
        <h2 className="serif t-3" id="more">
          {t('alsoIn')}
        </h2>
      </div>
      <div className="grid grid--rows">
        {related.map((product) => (
          <ProductCard key={product.id} product={product} isRowLayout />
        ))}
      </div>
    </section>
  )
}
