import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { categoriesQuery } from '../../catalogue/queries.ts'
import { selectTexts } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import './nothing-found.css'

/** The empty state of a search: what the shop sells instead, and how to ask for something else. */
export function NothingFound({ query }: { query: string }) {
  const t = useTranslations()
  const language = useLanguage()
  const { data: categories = [] } = useQuery(categoriesQuery(language))
  return (
    <EmptyState icon="search" title={t('search.none', { query })} text={t('nothingFound.text')}>
      <nav className="nothing-found" aria-label={t('nothingFound.categories')}>
        <ul>
          {categories.map(({ id, slug, translations }) => {
            const { texts, lang } = selectTexts(translations, language)
            return (
              <li key={id}>
                <Link className="btn btn--soft" to={`/category/${slug}`} lang={lang}>
                  {texts?.name ?? slug}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      <Link className="btn btn--line" to="/contacts">
        {t('nothingFound.write')}
      </Link>
    </EmptyState>
  )
}
