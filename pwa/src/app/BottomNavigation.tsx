import { useLocation } from '../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { CountBadge } from '../shared/ui/CountBadge.tsx'
import { openOverlay } from '../shared/overlay-state.ts'

/** The navigation bar at the bottom of the screen, on phones only. */
export function BottomNavigation() {
  const t = useTranslations()
  const { pathname } = useLocation()
  const getAriaCurrent = (path: string) => (pathname === path ? 'page' : undefined)
  const currentUser = useCurrentUser()
  const profileLabel = (
    <>
      <Icon name="user-round" />
      {t('nav.profile')}
    </>
  )
  return (
    <nav className="bottom-nav" aria-label={t('nav.label')}>
      <Link to="/" aria-current={getAriaCurrent('/')}>
        <Icon name="house" />
        {t('nav.home')}
      </Link>
      <button type="button" onClick={() => openOverlay('menu')}>
        <Icon name="layout-grid" />
        {t('nav.catalogue')}
      </button>
      <button type="button" onClick={() => openOverlay('favourites')}>
        <Icon name="heart" />
        {t('nav.favourites')}
        <CountBadge count={currentUser?.likedIds.length ?? 0} />
      </button>
      <button type="button" onClick={() => openOverlay('cart')}>
        <Icon name="shopping-bag" />
        {t('nav.cart')}
        <CountBadge count={currentUser?.inCart ?? 0} />
      </button>
      {currentUser ? (
        <Link to="/profile" aria-current={getAriaCurrent('/profile')}>
          {profileLabel}
        </Link>
      ) : (
        <button type="button" onClick={() => openOverlay('signIn')}>
          {profileLabel}
        </button>
      )}
    </nav>
  )
}
