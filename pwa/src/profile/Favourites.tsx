import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FavouriteTiles, TilesWait } from '../favourites/FavouriteTiles.tsx'
import { usePerson } from '../session/person.ts'
import type { Product } from '../catalogue/queries.ts'
import { Empty } from '../shared/ui/Empty.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { CardHead } from './CardHead.tsx'

/** The favourites card of the profile. */
export function Favourites({ found: { data, error, isError, refetch } }: { found: UseQueryResult<Product[]> }) {
  const t = useTranslations()
  const expected = usePerson()?.likedIds.length ?? 0
  return (
    <section aria-labelledby="favourites">
      <CardHead
        id="favourites"
        title={t('nav.favourites')}
        count={data?.length ? t('category.count', { count: data.length }) : ''}
        stale={isError && data !== undefined}
      />
      {!data &&
        (isError ? <LoadError error={error} onRetry={() => void refetch()} /> : <TilesWait count={expected || 4} />)}
      {data?.length === 0 && <Empty icon="heart" title={t('favourites.empty')} text={t('favourites.emptyText')} />}
      {data && data.length > 0 && <FavouriteTiles products={data} />}
    </section>
  )
}
