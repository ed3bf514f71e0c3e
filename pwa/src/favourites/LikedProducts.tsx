import { useTranslations } from 'use-intl'
import { StaleDataNote } from '../session/StaleDataNote.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { FavouriteTiles, TilesSkeleton } from './FavouriteTiles.tsx'
import { useLiked } from './liked-query.ts'

/** Number of placeholders when the number of favourites is unknown. */
const DEFAULT_SKELETON_COUNT = 4

/** The favourites of the signed-in user. */
export function LikedProducts({ onFollow }: { onFollow: () => void }) {
  const t = useTranslations()
  const expectedCount = useCurrentUser()?.likedIds.length
  const { data, error, isError, refetch } = useLiked()
  const retry = () => void refetch()
  if (!data)
    return isError ? (
      <LoadError error={error} onRetry={retry} />
    ) : (
      <TilesSkeleton count={expectedCount || DEFAULT_SKELETON_COUNT} />
    )
  return (
    <>
      {isError && <StaleDataNote onRetry={retry} />}
      {data.length === 0 ? (
        <EmptyState icon="heart" title={t('favourites.empty')} text={t('favourites.emptyText')} />
      ) : (
        <FavouriteTiles products={data} onFollow={onFollow} />
      )}
    </>
  )
}
