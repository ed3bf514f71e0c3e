import { Suspense, useState } from 'react'
import { useSearchParams } from '../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/use-title.ts'
import { withMessages } from '../shared/i18n/language.ts'
import { lazyComponent } from '../shared/lazy-component.ts'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { MountWhenIdle } from '../shared/ui/MountWhenIdle.tsx'
import { Categories } from './Categories.tsx'
import { Featured } from './Featured.tsx'
import { Hero } from './Hero.tsx'
import { LastOrderPlace } from './LastOrderPlace.tsx'

const SearchResults = lazyComponent(() =>
  withMessages('list', import('../storefront/search/SearchResults.tsx')).then(({ SearchResults }) => SearchResults),
)
const DrinkLinks = lazyComponent(() =>
  withMessages('list', import('../storefront/drinks/DrinkLinks.tsx')).then(({ DrinkLinks }) => DrinkLinks),
)
// Far below the fold: it has its own chunk.
const Newsletter = lazyComponent(() =>
  withMessages('list', import('./Newsletter.tsx')).then(({ Newsletter }) => Newsletter),
)

/** The home page, or the results of the search text in the URL. */
export function HomePage() {
  const t = useTranslations()
  const [params] = useSearchParams()
  const query = params.get('search')?.trim() ?? ''
  // The chunk of the last order removes the parameter, so that going back does not open the form again.
  const [isLastOrderRequested, setIsLastOrderRequested] = useState(params.has('again'))
  useTitle(query ? `${t('search.results', { query })} · ${t('brand')}` : t('title.home'))

  if (query) return <SearchResults query={query} />
  return (
    <>
      <LastOrderPlace isRequested={isLastOrderRequested} onDismiss={() => setIsLastOrderRequested(false)} />
      <Hero />
      <Categories />
      <BelowTheFold>
        <Featured />
        <div className="home-drinks">
          <MountWhenIdle>
            <DrinkLinks />
          </MountWhenIdle>
        </div>
        {/* A form needs the script, which loads its chunk. */}
        {!import.meta.env.SSR && (
          <Suspense fallback={null}>
            <Newsletter />
          </Suspense>
        )}
      </BelowTheFold>
    </>
  )
}
