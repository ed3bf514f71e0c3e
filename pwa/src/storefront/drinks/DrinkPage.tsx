import { buildPageTitle } from '@tsedra/contract/page-title'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '../../shared/router/Routes.tsx'
import { useTranslations } from 'use-intl'
import { drinkQuery } from '../../catalogue/queries.ts'
import { selectTexts } from '../../catalogue/translations.ts'
import { isNotFound } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTitle } from '../../shared/use-title.ts'
import { BelowTheFold } from '../../shared/ui/BelowTheFold.tsx'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { ProductGrid } from '../ProductGrid.tsx'
import { DrinkHeader } from './DrinkHeader.tsx'
import { OtherDrinks } from './OtherDrinks.tsx'
import './drinks.css'

const SKELETON_CARDS = 4

/** The page of one drink: why its garnishes fit, one order for all of them, and their cards. */
export function DrinkPage() {
  const t = useTranslations('drinks')
  const brand = useTranslations()('brand')
  const language = useLanguage()
  const { slug = '' } = useParams()
  const query = useQuery(drinkQuery(slug, language))
  const { texts } = selectTexts(query.data?.drink.translations ?? [], language)
  useTitle(texts && buildPageTitle({ name: texts.name, seoTitle: null }, brand))

  if (isNotFound(query.error)) return <DrinkNotFound />
  if (query.isError) return <LoadError isPage error={query.error} onRetry={() => void query.refetch()} />

  return (
    // The key replaces the placeholders, so that none of them visibly moves.
    <div key={query.data?.drink.slug}>
      <DrinkHeader slug={slug} page={query.data} />
      <section className="wrap drink-products" aria-labelledby="garnishes">
        <h2 className="serif t-3" id="garnishes">
          {t('fits')}
        </h2>
        <ProductGrid
          query={query}
          skeletonCount={SKELETON_CARDS}
          layout="rows"
          empty={<EmptyState icon="search" title={t('empty')} />}
        />
      </section>
      <BelowTheFold>
        <OtherDrinks slug={slug} />
      </BelowTheFold>
    </div>
  )
}

function DrinkNotFound() {
  const t = useTranslations('drinks')
  useTitle(t('missing'))
  return (
    <EmptyState isPage icon="search" title={t('missing')}>
      <Link className="btn btn--primary" to="/drinks">
        {t('all')}
      </Link>
    </EmptyState>
  )
}
