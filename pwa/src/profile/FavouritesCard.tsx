import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FavouriteTiles, TilesSkeleton } from '../favourites/FavouriteTiles.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import type { Product } from '../catalogue/queries.ts'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { CardHeader } from './CardHeader.tsx'

/** The favourites card of the profile. */
export function FavouritesCard({ query: { data, error, isError, refetch } }: { query: UseQueryResult<Product[]> }) {
  const t = useTranslations()
  const expectedCount = useCurrentUser()?.likedIds.length ?? 0
  return (
    <section aria-labelledby="favourites">
      <CardHeader
        id="favourites"
        title={t('nav.favourites')}
        count={data?.length ? t('category.count', { count: data.length }) : ''}
        isStale={isError && data !== undefined}
      />
      {!data &&
        (isError ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TilesSkeleton count={expectedCount || 4} />
        ))}
      {data?.length === 0 && <EmptyState icon="heart" title={t('favourites.empty')} text={t('favourites.emptyText')} />}
      {data && data.length > 0 && <FavouriteTiles products={data} />}
    </section>
  )
}
