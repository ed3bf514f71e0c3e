import { useQuery } from '@tanstack/react-query'
import type { likedProducts } from '@tsedra/contract/favourites'
import { accountDataQuery } from '../session/account-data.ts'
import { updateCurrentUser, useCurrentUser } from '../session/current-user.ts'
import { callApi } from '../shared/api.ts'
import { likesInFlight } from './toggle-like.ts'

/** Returns the query for the available favourites, newest first. */
export const likedQuery = () =>
  accountDataQuery(
    'liked',
    (signal) =>
      likesInFlight.readWhenIdle(() => callApi<typeof likedProducts>('GET /api/users/liked-products', {}, signal)),
    (liked) => updateCurrentUser({ likedIds: liked.map(({ id }) => id) }),
  )

/** Returns the favourites, including optimistic updates. */
export function useLiked() {
  const likedIds = useCurrentUser()?.likedIds
  return useQuery({
    ...likedQuery(),
    select: (liked) => liked.filter(({ id }) => likedIds?.includes(id)),
  })
}
