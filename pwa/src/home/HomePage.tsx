import { useSearchParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useTitle } from '../app/document-head.ts'
import { SearchResults } from '../catalogue/SearchResults.tsx'
import { Categories } from './Categories.tsx'
import { Featured } from './Featured.tsx'
import { Hero } from './Hero.tsx'
import { Newsletter } from './Newsletter.tsx'

/** The first screen; with a search text its results stand where the shop window was. */
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
      <Newsletter />
    </>
  )
}
