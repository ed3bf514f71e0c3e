import { useQuery } from '@tanstack/react-query'
import type { likedProducts } from '@tsedra/contract/favourites'
import { mineQuery } from '../session/mine.ts'
import { changePerson, usePerson } from '../session/person.ts'
import { call } from '../shared/api.ts'
import { likesUnderWay } from './like.ts'

/** The favourites that are sold at the moment, the latest first. */
export const likedQuery = () =>
  mineQuery(
    'liked',
    (signal) => likesUnderWay.ask(() => call<typeof likedProducts>('GET /api/users/liked-products', {}, signal)),
    (liked) => changePerson({ likedIds: liked.map(({ id }) => id) }),
  )

/** The favourites as they are wished at this moment. */
export function useLiked() {
  const likedIds = usePerson()?.likedIds
  return useQuery({
    ...likedQuery(),
    select: (liked) => liked.filter(({ id }) => likedIds?.includes(id)),
  })
}
