import { useQuery } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import { useEffect, useState } from 'react'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { usePerson } from '../session/person.ts'
import { askWhoIsSignedIn } from '../accounts/session.ts'
import { usePanel } from '../shared/panels.ts'

/** What may be shown to whoever is here; `left`: they have signed out in the panel itself. */
type Access =
  | { is: 'admitted'; user: User }
  | { is: 'asking' | 'unknown' | 'signedOut' | 'denied' | 'left'; retry: () => void }

/** Staff who have proved themselves twice in this session. */
const isStaff = (user: User | undefined): boolean =>
  (user?.role === 'admin' || user?.role === 'editor') && user.secondFactor === 'done'

/** The session of whoever was here is over, or owes its second proof again: signing in brings them back to where they are. */
const hasLapsed = (now: User | undefined, last: User | undefined): boolean =>
  last !== undefined && !isStaff(now) && (!now || (now.id === last.id && now.secondFactor !== null))

/**
 * Who may see the panel (infra/decisions/0035-admin-panel.md). The server decides at every call; this decides what is drawn.
 *
 * Staff who were here last are let in at once. When their session ends under their hands, they are asked to sign in above
 * the panel, and what they typed stays below until that is closed.
 */
export function useAccess(): Access {
  const known = usePerson()?.user
  const panel = usePanel()
  const [last, setLast] = useState<User>()
  const [wasAsked, setWasAsked] = useState(false)
  if (isStaff(known) && known !== last) {
    setLast(known)
    setWasAsked(false)
  }
  const lapsed = hasLapsed(known, last)
  // Whoever signs out is not asked.
  if (lapsed && !wasAsked && (panel === 'signIn' || panel === 'signOut')) setWasAsked(true)
  const isAsked = lapsed && (panel === 'signIn' || !wasAsked)
  const user = isAsked ? last : known
  useEffect(() => (isAsked ? askToSignIn('signedOutText') : undefined), [isAsked])
  const asked = useQuery({
    queryKey: ['who'],
    queryFn: async () => {
      const answer = await askWhoIsSignedIn()
      if (answer === undefined) throw new Error('the shop does not answer')
      return answer
    },
    enabled: !isStaff(user),
    gcTime: 0,
    staleTime: 0,
  })

  if (user && isStaff(user)) return { is: 'admitted', user }
  const retry = () => void asked.refetch()
  if (!known && last && panel === 'signOut') return { is: 'left', retry }
  if (asked.isFetching || asked.isPending) return { is: 'asking', retry }
  if (asked.isError) return { is: 'unknown', retry }
  if (known && known.secondFactor === null) return { is: 'denied', retry }
  return { is: 'signedOut', retry }
}
