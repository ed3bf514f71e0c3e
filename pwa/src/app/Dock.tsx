import { NavLink } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { askToSignIn } from '../accounts/ask-to-sign-in.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { openPanel } from './panels.ts'

/** On phones the navigation lies under the thumb. */
export function Dock() {
  const t = useTranslations()
  return (
    <nav className="dock" aria-label={t('nav.menu')}>
      <NavLink to="/" end>
        <Icon name="house" />
        {t('nav.home')}
      </NavLink>
      <button type="button" onClick={() => openPanel('menu')}>
        <Icon name="layout-grid" />
        {t('nav.catalogue')}
      </button>
      <button type="button" onClick={() => openPanel('favourites')}>
        <Icon name="heart" />
        {t('nav.favourites')}
      </button>
      <button type="button" onClick={() => askToSignIn(t('notice.loginRequired'), t('notice.loginForCart'))}>
        <Icon name="shopping-bag" />
        {t('nav.cart')}
      </button>
      <button type="button" onClick={() => openPanel('signIn')}>
        <Icon name="user-round" />
        {t('nav.profile')}
      </button>
    </nav>
  )
}
