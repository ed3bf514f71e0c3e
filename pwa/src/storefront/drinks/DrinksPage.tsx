import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Drink, drinksQuery } from '../../catalogue/queries.ts'
import { selectTexts } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTitle } from '../../shared/use-title.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import './drinks.css'

/** Number of placeholders while the drinks are loading. */
const SKELETON_DRINKS = 12

/** All drinks, each with why its garnishes fit. */
export function DrinksPage() {
  const t = useTranslations()
  const query = useQuery(drinksQuery(useLanguage()))
  useTitle(`${t('drinks.title')} · ${t('brand')}`)
  if (query.isError) return <LoadError isPage error={query.error} onRetry={() => void query.refetch()} />
  if (query.data?.length === 0) return <EmptyState isPage icon="search" title={t('drinks.none')} />
  return (
    <div className="wrap drinks-page">
      <h1 className="serif t-4">{t('drinks.title')}</h1>
      <p className="muted">{t('drinks.text')}</p>
      {query.data ? (
        <ul className="drink-list">
          {query.data.map((drink) => (
            <DrinkItem key={drink.slug} drink={drink} />
          ))}
        </ul>
      ) : (
        <div className="drink-list" role="status" aria-label={t('loading')}>
          {Array.from({ length: SKELETON_DRINKS }, (_, index) => (
            <p key={index} className="serif" aria-hidden="true">
              <span className="sk sk--line">…</span>
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

function DrinkItem({ drink: { slug, translations } }: { drink: Drink }) {
  const { texts, lang } = selectTexts(translations, useLanguage())
  return (
    <li lang={lang}>
      <h2 className="serif">
        <Link to={`/drink/${slug}`}>{texts?.name ?? slug}</Link>
      </h2>
      <p className="muted sm">{texts?.reason}</p>
    </li>
  )
}
