import { useQuery } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import { useEffect, useState } from 'react'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { refreshCurrentUser } from '../accounts/session.ts'
import { useOpenOverlay } from '../shared/overlay-state.ts'

/** What the admin area renders; `left`: the user has signed out in the admin area. */
type Access =
  | { status: 'admitted'; user: User }
  | { status: 'asking' | 'unknown' | 'signedOut' | 'denied' | 'left'; retry: () => void }

/** Returns whether the user is staff with a second factor in this session. */
const isVerifiedStaff = (user: User | undefined): boolean =>
  (user?.role === 'admin' || user?.role === 'editor') && user.secondFactor === 'done'

/** Returns whether the session of the same user has ended, or requires its second factor again. */
const hasSessionExpired = (current: User | undefined, previous: User | undefined): boolean =>
  previous !== undefined &&
  !isVerifiedStaff(current) &&
  (!current || (current.id === previous.id && current.secondFactor !== null))

/**
 * Decides what the admin area renders (infra/decisions/0035-admin-area.md); the server authorises every call.
 *
 * The last known staff user gets access at once. When the session ends during work, a sign-in dialog opens above the admin
 * area, and the input below stays until it is closed.
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
  // No dialog after signing out.
  if (isExpired && !wasSignInRequested && (overlay === 'signIn' || overlay === 'signOut')) setWasSignInRequested(true)
  const isSignInRequested = isExpired && (overlay === 'signIn' || !wasSignInRequested)
  const user = isSignInRequested ? lastStaffUser : currentUser
  useEffect(() => (isSignInRequested ? promptSignIn('signedOutText') : undefined), [isSignInRequested])
  const sessionQuery = useQuery({
    queryKey: ['current-user'],
    queryFn: async () => {
      const session = await refreshCurrentUser()
      if (session === undefined) throw new Error('the server is unreachable')
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
