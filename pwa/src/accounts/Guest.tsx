import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { askWhoIsSignedIn, mayBeSignedIn } from './session.ts'
import { useOnline } from '../shared/network.ts'
import { Empty } from '../shared/ui/Empty.tsx'

/** Whoever comes back from signing in elsewhere is not known here yet. */
const whoQuery = queryOptions({
  queryKey: ['who'],
  queryFn: async () => (await askWhoIsSignedIn()) ?? null,
  enabled: () => mayBeSignedIn(),
  staleTime: 0,
})

/** What a guest sees in place of a screen of an account. */
export function Guest() {
  const asked = useQuery(whoQuery)
  const t = useTranslations()
  const online = useOnline()
  // It may take the place of a screen that was read further down: then this is an arrival, though the address stays.
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
  if (asked.isFetching) {
    return (
      <div className="page-wait" role="status">
        <p className="wrap muted">{t('profile.loading')}</p>
      </div>
    )
  }
  return (
    <Empty
      icon="user-round"
      title={t('profile.guest')}
      text={t(online ? 'profile.guestText' : 'profile.guestOffline')}
      page
    >
      {online && (
        <a className="btn btn--primary" href={`/api/login?next=${encodeURIComponent(location.pathname)}`}>
          {t('nav.signIn')}
        </a>
      )}
    </Empty>
  )
}
