import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/use-title.ts'
import { lazyComponent } from '../shared/lazy-component.ts'
import { Categories } from './Categories.tsx'
import { Featured } from './Featured.tsx'
import { Hero } from './Hero.tsx'

const SearchResults = lazyComponent(() =>
  import('../storefront/search/SearchResults.tsx').then(({ SearchResults }) => SearchResults),
)
// Far below the fold: it has its own chunk.
const Newsletter = lazyComponent(() => import('./Newsletter.tsx').then(({ Newsletter }) => Newsletter))

/** The home page, or the results of the search text in the URL. */
export function HomePage() {
  const t = useTranslations()
  const [params] = useSearchParams()
  const query = params.get('search')?.trim() ?? ''
  useTitle(query ? `${t('search.results', { query })} · ${t('brand')}` : t('title.home'))

  if (query) return <SearchResults query={query} />
  return (
    <>
      <Hero />
      <Categories />
      <Featured />
      <Suspense fallback={null}>
        <Newsletter />
      </Suspense>
    </>
  )
}
