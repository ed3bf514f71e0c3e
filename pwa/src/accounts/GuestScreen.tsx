import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { refreshCurrentUser, isPossiblySignedIn } from './session.ts'
import { useOnline } from '../shared/use-online.ts'
import { EmptyState } from '../shared/ui/EmptyState.tsx'

/** After a sign-in at a provider this page does not have the user yet: it requests the session once. */
const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: async () => (await refreshCurrentUser()) ?? null,
  enabled: () => isPossiblySignedIn(),
  staleTime: 0,
})

/** Replaces a screen that needs an account while the visitor is a guest. */
export function GuestScreen() {
  const query = useQuery(currentUserQuery)
  const t = useTranslations()
  const online = useOnline()
  // It may replace a scrolled screen without a navigation: scroll and focus are reset here.
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
