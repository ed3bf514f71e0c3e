import { useNavigate, useSearchParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { SearchField } from '../shared/ui/SearchField.tsx'
import { CountBadge, labelWithCount } from '../shared/ui/CountBadge.tsx'
import { LanguageLinks } from '../settings/LanguageLinks.tsx'
import { Logo } from '../shared/ui/Logo.tsx'
import { openOverlay } from '../shared/overlay-state.ts'

/** The bar above every screen; on phones part of the navigation is in the bottom navigation. */
export function TopBar({ hasSearchBelow }: { hasSearchBelow: boolean }) {
  const t = useTranslations()
  const language = useLanguage()
  const currentUser = useCurrentUser()
  const likedCount = currentUser?.likedIds.length ?? 0
  const cartCount = currentUser?.inCart ?? 0
  return (
    <header className="top">
      <div className="wrap top__bar">
        <button
          className="ibtn top__burger"
          type="button"
          aria-label={t('nav.menu')}
          onClick={() => openOverlay('menu')}
        >
          <Icon name="menu" />
        </button>
        <Link className="logo" to="/">
          <Logo />
        </Link>
        <ShopSearch />
        <LanguageLinks className="top-bar__desktop" />
        <button
          className="langbtn top-bar__mobile"
          type="button"
          aria-label={`${t('language.label')}: ${language.toUpperCase()}`}
          onClick={() => openOverlay('language')}
        >
          {language.toUpperCase()}
          <Icon name="chevron-down" />
        </button>
        <button className="ibtn" type="button" aria-label={t('theme.label')} onClick={() => openOverlay('theme')}>
          <Icon name="sun-moon" />
        </button>
        <button
          className="ibtn top-bar__desktop"
          type="button"
          aria-label={labelWithCount(t('nav.favourites'), likedCount)}
          onClick={() => openOverlay('favourites')}
        >
          <Icon name="heart" />
          <CountBadge count={likedCount} />
        </button>
        <button
          className="ibtn top-bar__desktop"
          type="button"
          aria-label={labelWithCount(t('nav.cart'), cartCount)}
          onClick={() => openOverlay('cart')}
        >
          <Icon name="shopping-bag" />
          <CountBadge count={cartCount} />
        </button>
        <button
          className="ibtn top-bar__desktop"
          type="button"
          aria-label={t(currentUser ? 'nav.profile' : 'nav.signIn')}
          onClick={() => openOverlay(currentUser ? 'user' : 'signIn')}
        >
          <Icon name="user-round" />
        </button>
      </div>
      {hasSearchBelow && (
        <div className="wrap top__search2">
          <ShopSearch />
        </div>
      )}
    </header>
  )
}

/** Searches the whole catalogue: navigates to the home page with the text, or without it when a search is cleared. */
function ShopSearch() {
  const t = useTranslations('search')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const currentSearch = location.pathname === '/' ? (params.get('search') ?? '') : ''
  return (
    <SearchField
      key={currentSearch}
      label={t('label')}
      placeholder={t('placeholder')}
      initial={currentSearch}
      onSearch={(text) => {
        if (text) void navigate(`/?search=${encodeURIComponent(text)}`)
        else if (currentSearch) void navigate('/')
      }}
    />
  )
}
