import { useTranslations } from 'use-intl'
import { useOnline } from '../app/network.ts'
import { Empty } from '../shared/ui/Empty.tsx'

/** What a guest sees in place of a screen of an account. */
export function Guest() {
  const t = useTranslations()
  const online = useOnline()
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
