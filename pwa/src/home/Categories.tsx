import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { categorySizes } from '../catalogue/picture-sizes.ts'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { categoriesQuery, type Category } from '../catalogue/queries.ts'
import { selectTexts } from '../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'

/** Number of placeholders while the categories are loading. */
const SKELETON_CARDS = 6

/** A card per category, with a link to it. */
export function Categories() {
  const t = useTranslations()
  const query = useQuery(categoriesQuery(useLanguage()))
  const categories = useDeferredValue(query.data)
  return (
    <section className="section wrap" aria-labelledby="categories">
      <div className="section__head">
        <h2 className="serif t-3" id="categories">
          {t('home.categories')}
        </h2>
      </div>
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="cats">
          {categories?.map((category) => <CategoryCard key={category.id} category={category} />) ??
            Array.from({ length: SKELETON_CARDS }, (_, index) => (
              <div key={index} className="cat cat--wait" aria-hidden="true" />
            ))}
        </div>
      )}
    </section>
  )
}

function CategoryCard({ category }: { category: Category }) {
  const t = useTranslations('category')
  const { texts, lang } = selectTexts(category.translations, useLanguage())
  return (
    <article className="cat" data-tone={pickTone(category.slug)} lang={lang}>
      <h3 className="cat__name serif">{texts?.name}</h3>
      <p className="cat__desc">
        <span className="two-lines">{texts?.description || t('fallback')}</span>
      </p>
      <Link className="cat__go" to={`/category/${category.slug}`}>
        {t('view')} <Icon name="arrow-right" size="i--sm" />
        <span className="visually-hidden">{texts?.name}, </span>
        <small>{t('count', { count: category.productsCount })}</small>
      </Link>
      <div className="heap cat__art">
        <ProductPicture imageUrl={category.imageUrl} alt="" sizes={categorySizes} isDeferred={import.meta.env.SSR} />
      </div>
    </article>
  )
}
