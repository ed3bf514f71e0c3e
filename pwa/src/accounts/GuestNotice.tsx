import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { refreshCurrentUser, isPossiblySignedIn } from './session.ts'
import { useOnline } from '../shared/use-online.ts'
import { EmptyState } from '../shared/ui/EmptyState.tsx'

/** Whoever comes back from signing in elsewhere is not known here yet. */
const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: async () => (await refreshCurrentUser()) ?? null,
  enabled: () => isPossiblySignedIn(),
  staleTime: 0,
})

/** What a guest sees in place of a screen of an account. */
export function GuestNotice() {
  const query = useQuery(currentUserQuery)
  const t = useTranslations()
  const online = useOnline()
  // It may take the place of a screen that was read further down: then this is an arrival, though the address stays.
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
  if (query.isFetching) {
    return (
      <div className="page-loading" role="status">
        <p className="wrap muted">{t('profile.loading')}</p>
      </div>
    )
  }
  return (
    <EmptyState
      icon="user-round"
      title={t('profile.guest')}
      text={t(online ? 'profile.guestText' : 'profile.guestOffline')}
      isPage
    >
      {online && (
        <a className="btn btn--primary" href={`/api/login?next=${encodeURIComponent(location.pathname)}`}>
          {t('nav.signIn')}
        </a>
      )}
    </EmptyState>
  )
}
