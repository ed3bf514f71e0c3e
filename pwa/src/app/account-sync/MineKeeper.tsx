import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cartQuery } from '../../cart/cart-query.ts'
import { likedQuery } from '../../favourites/liked-query.ts'
import { askAnew, followOtherTabs } from '../../session/mine.ts'
import { usePerson } from '../../session/person.ts'
import { runIntent } from './run-intent.ts'

/** Shows nothing: asks for what is this person's, again when the network is back, and follows what other tabs hear. */
export function MineKeeper() {
  const client = useQueryClient()
  const owner = usePerson()?.user.id
  useQuery(likedQuery())
  useQuery(cartQuery())
  useEffect(() => {
    if (owner) void runIntent(client)
  }, [client, owner])
  useEffect(() => followOtherTabs(client), [client])
  useEffect(() => {
    const ask = () => {
      void askAnew(client, 'liked')
      void askAnew(client, 'cart')
    }
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [client])
  return null
}
