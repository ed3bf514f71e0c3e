import { useNavigate, useSearchParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { usePerson } from '../session/person.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { SearchField } from '../shared/ui/SearchField.tsx'
import { Count, withCount } from '../shared/ui/Count.tsx'
import { LanguageLinks } from '../settings/LanguageLinks.tsx'
import { Logo } from '../shared/ui/Logo.tsx'
import { openPanel } from '../shared/panels.ts'

/** The bar above every screen; on phones the rest of the navigation is in the dock. */
export function TopBar({ searchBelow }: { searchBelow: boolean }) {
  const t = useTranslations()
  const language = useLanguage()
  const person = usePerson()
  const liked = person?.likedIds.length ?? 0
  const inCart = person?.inCart ?? 0
  return (
    <header className="top">
      <div className="wrap top__bar">
        <button className="ibtn top__burger" type="button" aria-label={t('nav.menu')} onClick={() => openPanel('menu')}>
          <Icon name="menu" />
        </button>
        <Link className="logo" to="/">
          <Logo />
        </Link>
        <ShopSearch />
        <LanguageLinks className="desk" />
        <button
          className="langbtn mob"
          type="button"
          aria-label={`${t('language.label')}: ${language.toUpperCase()}`}
          onClick={() => openPanel('language')}
        >
          {language.toUpperCase()}
          <Icon name="chevron-down" />
        </button>
        <button className="ibtn" type="button" aria-label={t('theme.label')} onClick={() => openPanel('theme')}>
          <Icon name="sun-moon" />
        </button>
        <button
          className="ibtn desk"
          type="button"
          aria-label={withCount(t('nav.favourites'), liked)}
          onClick={() => openPanel('favourites')}
        >
          <Icon name="heart" />
          <Count of={liked} />
        </button>
        <button
          className="ibtn desk"
          type="button"
          aria-label={withCount(t('nav.cart'), inCart)}
          onClick={() => openPanel('cart')}
        >
          <Icon name="shopping-bag" />
          <Count of={inCart} />
        </button>
        <button
          className="ibtn desk"
          type="button"
          aria-label={t(person ? 'nav.profile' : 'nav.signIn')}
          onClick={() => openPanel(person ? 'user' : 'signIn')}
        >
          <Icon name="user-round" />
        </button>
      </div>
      {searchBelow && (
        <div className="wrap top__search2">
          <ShopSearch />
        </div>
      )}
    </header>
  )
}

/** Searches the whole shop: a text leads home with it, an empty one leads nowhere. */
function ShopSearch() {
  const t = useTranslations('search')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const shown = location.pathname === '/' ? (params.get('search') ?? '') : ''
  return (
    <SearchField
      key={shown}
      label={t('label')}
      placeholder={t('placeholder')}
      initial={shown}
      onSearch={(text) => {
        if (text) void navigate(`/?search=${encodeURIComponent(text)}`)
        else if (shown) void navigate('/')
      }}
    />
  )
}
