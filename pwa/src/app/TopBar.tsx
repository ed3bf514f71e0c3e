import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from '../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { useLanguage, withMessages } from '../shared/i18n/language.ts'
import { lazyModule } from '../shared/lazy-component.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { SearchField } from '../shared/ui/SearchField.tsx'
import { CountBadge, labelWithCount } from '../shared/ui/CountBadge.tsx'
import { LanguageLinks } from '../settings/LanguageLinks.tsx'
import { Logo } from '../shared/ui/Logo.tsx'
import { openOverlay } from '../shared/overlay-state.ts'

const loadSuggestions = lazyModule(() =>
  withMessages('search', import('../storefront/search/suggestions/Suggestions.tsx')).then(
    ({ Suggestions }) => Suggestions,
  ),
)

/** The bar above every screen; on phones part of the navigation is in the bottom navigation. */
export function TopBar({ hasSearchBelow }: { hasSearchBelow: boolean }) {
  const t = useTranslations()
  const language = useLanguage()
  const currentUser = useCurrentUser()
  const likedCount = currentUser?.likedIds.length ?? 0
  const cartCount = currentUser?.inCart ?? 0
  const { key } = useLocation()
  /** The history entry whose screen has the search open: the next screen closes it. */
  const [searchKey, setSearchKey] = useState('')
  const isSearchOpen = searchKey === key
  return (
    <header className="top">
      <div className="wrap top__bar">
        <button
          className="icon-btn top__burger"
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
        {!hasSearchBelow && (
          <button
            className="icon-btn top-bar__mobile"
            type="button"
            aria-label={t('search.label')}
            aria-expanded={isSearchOpen}
            onClick={() => setSearchKey(isSearchOpen ? '' : key)}
          >
            <Icon name={isSearchOpen ? 'x' : 'search'} />
          </button>
        )}
        <LanguageLinks className="top-bar__desktop" />
        <button
          className="langbtn top-bar__mobile"
          type="button"
          aria-label={`${t('language.label')}: ${language.toUpperCase()}`}
          onClick={({ currentTarget }) => openOverlay('language', currentTarget)}
        >
          {language.toUpperCase()}
          <Icon name="chevron-down" />
        </button>
        <button
          className="icon-btn"
          type="button"
          aria-label={t('theme.label')}
          onClick={({ currentTarget }) => openOverlay('theme', currentTarget)}
        >
          <Icon name="sun-moon" />
        </button>
        <button
          className="icon-btn top-bar__desktop"
          type="button"
          aria-label={labelWithCount(t('nav.favourites'), likedCount)}
          onClick={() => openOverlay('favourites')}
        >
          <Icon name="heart" />
          <CountBadge count={likedCount} />
        </button>
        <button
          className="icon-btn top-bar__desktop"
          type="button"
          aria-label={labelWithCount(t('nav.cart'), cartCount)}
          onClick={() => openOverlay('cart')}
        >
          <Icon name="shopping-bag" />
          <CountBadge count={cartCount} />
        </button>
        <button
          className="icon-btn top-bar__desktop"
          type="button"
          aria-label={t(currentUser ? 'nav.profile' : 'nav.signIn')}
          onClick={({ currentTarget }) => openOverlay(currentUser ? 'user' : 'signIn', currentTarget)}
        >
          <Icon name="user-round" />
        </button>
      </div>
      {(hasSearchBelow || isSearchOpen) && (
        <div
          className={`wrap top__search2 ${hasSearchBelow ? '' : 'top__search2--over'}`}
          ref={hasSearchBelow ? undefined : focusField}
        >
          <ShopSearch onDismiss={hasSearchBelow ? undefined : () => setSearchKey('')} />
        </div>
      )}
    </header>
  )
}

const focusField = (row: Element | null): void => row?.querySelector('input')?.focus()

/** Searches the whole catalogue: navigates to the home page with the text, or without it when a search is cleared. */
function ShopSearch({ onDismiss }: { onDismiss?: (() => void) | undefined }) {
  const t = useTranslations('search')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const currentSearch = pathname === '/' ? (params.get('search') ?? '') : ''
  return (
    <SearchField
      key={currentSearch}
      label={t('label')}
      placeholder={t('placeholder')}
      initial={currentSearch}
      loadSuggestions={loadSuggestions}
      onDismiss={onDismiss}
      onSearch={(text) => {
        if (text) navigate(`/?search=${encodeURIComponent(text)}`)
        else if (currentSearch) navigate('/')
      }}
    />
  )
}
