import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ProductGrid } from '../storefront/ProductGrid.tsx'
import { featuredQuery } from '../catalogue/queries.ts'
import { FEATURED_COUNT } from '@tsedra/contract/catalogue-queries'
import { useLanguage } from '../shared/i18n/language.ts'
import { FEATURED_ID } from './Hero.tsx'

/** The featured products; without any the section is not rendered. */
export function Featured() {
  const t = useTranslations('home')
  const query = useQuery(featuredQuery(useLanguage()))
  if (query.data?.products.length === 0) return null
  return (
    <section className="section wrap featured" aria-labelledby={FEATURED_ID}>
      <div className="section__head">
        <h2 className="serif t-3" id={FEATURED_ID}>
          {t('featured')}
        </h2>
      </div>
      <ProductGrid query={query} skeletonCount={FEATURED_COUNT} empty={null} />
    </section>
  )
}
