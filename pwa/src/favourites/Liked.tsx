import { useTranslations } from 'use-intl'
import { LastCopy } from '../session/LastCopy.tsx'
import { usePerson } from '../session/person.ts'
import { Empty } from '../shared/ui/Empty.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { FavouriteTiles, TilesWait } from './FavouriteTiles.tsx'
import { useLiked } from './liked-query.ts'

/** How many tiles are awaited of somebody whose favourites are not known. */
const AWAITED = 4

/** The favourites of whoever is signed in. */
export function Liked({ onFollow }: { onFollow: () => void }) {
  const t = useTranslations()
  const expected = usePerson()?.likedIds.length
  const { data, error, isError, refetch } = useLiked()
  const again = () => void refetch()
  if (!data) return isError ? <LoadError error={error} onRetry={again} /> : <TilesWait count={expected || AWAITED} />
  return (
    <>
      {isError && <LastCopy onRetry={again} />}
      {data.length === 0 ? (
        <Empty icon="heart" title={t('favourites.empty')} text={t('favourites.emptyText')} />
      ) : (
        <FavouriteTiles products={data} onFollow={onFollow} />
      )}
    </>
  )
}
