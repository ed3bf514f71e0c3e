import { useQuery } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import { useEffect, useState } from 'react'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { refreshCurrentUser } from '../accounts/session.ts'
import { useOpenOverlay } from '../shared/overlay-state.ts'

/** What may be shown to whoever is here; `left`: they have signed out in the panel itself. */
type Access =
  | { status: 'admitted'; user: User }
  | { status: 'asking' | 'unknown' | 'signedOut' | 'denied' | 'left'; retry: () => void }

/** Staff who have proved themselves twice in this session. */
const isVerifiedStaff = (user: User | undefined): boolean =>
  (user?.role === 'admin' || user?.role === 'editor') && user.secondFactor === 'done'

/** The session of whoever was here is over, or owes its second proof again: signing in brings them back to where they are. */
const hasSessionExpired = (current: User | undefined, previous: User | undefined): boolean =>
  previous !== undefined &&
  !isVerifiedStaff(current) &&
  (!current || (current.id === previous.id && current.secondFactor !== null))

/**
 * Who may see the panel (infra/decisions/0035-admin-area.md). The server decides at every call; this decides what is drawn.
 *
 * Staff who were here last are let in at once. When their session ends under their hands, they are asked to sign in above
 * the panel, and what they typed stays below until that is closed.
 */
export function useAccess(): Access {
  const currentUser = useCurrentUser()?.user
  const overlay = useOpenOverlay()
  const [lastStaffUser, setLastStaffUser] = useState<User>()
  const [wasSignInRequested, setWasSignInRequested] = useState(false)
  if (isVerifiedStaff(currentUser) && currentUser !== lastStaffUser) {
    setLastStaffUser(currentUser)
    setWasSignInRequested(false)
  }
  const isExpired = hasSessionExpired(currentUser, lastStaffUser)
  // Whoever signs out is not asked.
  if (isExpired && !wasSignInRequested && (overlay === 'signIn' || overlay === 'signOut')) setWasSignInRequested(true)
  const isSignInRequested = isExpired && (overlay === 'signIn' || !wasSignInRequested)
  const user = isSignInRequested ? lastStaffUser : currentUser
  useEffect(() => (isSignInRequested ? promptSignIn('signedOutText') : undefined), [isSignInRequested])
  const sessionQuery = useQuery({
    queryKey: ['current-user'],
    queryFn: async () => {
      const session = await refreshCurrentUser()
      if (session === undefined) throw new Error('the shop does not answer')
      return session
    },
    enabled: !isVerifiedStaff(user),
    gcTime: 0,
    staleTime: 0,
  })

  if (user && isVerifiedStaff(user)) return { status: 'admitted', user }
  const retry = () => void sessionQuery.refetch()
  if (!currentUser && lastStaffUser && overlay === 'signOut') return { status: 'left', retry }
  if (sessionQuery.isFetching || sessionQuery.isPending) return { status: 'asking', retry }
  if (sessionQuery.isError) return { status: 'unknown', retry }
  if (currentUser && currentUser.secondFactor === null) return { status: 'denied', retry }
  return { status: 'signedOut', retry }
}
