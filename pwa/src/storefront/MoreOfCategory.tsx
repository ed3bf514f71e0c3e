import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../shared/i18n/language.ts'
import { ProductCard } from './ProductCard.tsx'
import { productsQuery } from '../catalogue/queries.ts'

const SHOWN = 4

/** Neighbours on the shelf; when they cannot be read the page does without. */
export function MoreOfCategory({ categoryId, but }: { categoryId: string; but: string }) {
  const t = useTranslations('product')
  const { data } = useQuery(productsQuery({ categoryId, limit: SHOWN + 1 }, useLanguage()))
  const others =
    useDeferredValue(data)
      ?.products.filter(({ id }) => id !== but)
      .slice(0, SHOWN) ?? []
  if (others.length === 0) return null
  return (
    <section className="sec wrap" aria-labelledby="more">
      <div className="sec__head">
        <h2 className="serif t-3" id="more">
          {t('alsoIn')}
        </h2>
      </div>
      <div className="grid grid--rows">
        {others.map((product) => (
          <ProductCard key={product.id} product={product} rows />
        ))}
      </div>
    </section>
  )
}
