import { useLocation } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { usePerson } from '../session/person.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { Count } from '../shared/ui/Count.tsx'
import { openPanel } from '../shared/panels.ts'

/** On phones the navigation lies under the thumb. */
export function Dock() {
  const t = useTranslations()
  const { pathname } = useLocation()
  const current = (path: string) => (pathname === path ? 'page' : undefined)
  const person = usePerson()
  const profile = (
    <>
      <Icon name="user-round" />
      {t('nav.profile')}
    </>
  )
  return (
    <nav className="dock" aria-label={t('nav.label')}>
      <Link to="/" aria-current={current('/')}>
        <Icon name="house" />
        {t('nav.home')}
      </Link>
      <button type="button" onClick={() => openPanel('menu')}>
        <Icon name="layout-grid" />
        {t('nav.catalogue')}
      </button>
      <button type="button" onClick={() => openPanel('favourites')}>
        <Icon name="heart" />
        {t('nav.favourites')}
        <Count of={person?.likedIds.length ?? 0} />
      </button>
      <button type="button" onClick={() => openPanel('cart')}>
        <Icon name="shopping-bag" />
        {t('nav.cart')}
        <Count of={person?.inCart ?? 0} />
      </button>
      {person ? (
        <Link to="/profile" aria-current={current('/profile')}>
          {profile}
        </Link>
      ) : (
        <button type="button" onClick={() => openPanel('signIn')}>
          {profile}
        </button>
      )}
    </nav>
  )
}
