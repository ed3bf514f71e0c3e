import type { User } from '@tsedra/contract/accounts'
import type { ReactNode } from 'react'
import { useLocation } from '../../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { LanguageLinks } from '../../settings/LanguageLinks.tsx'
import { Logo } from '../../shared/ui/Logo.tsx'
import { useOnline } from '../../shared/use-online.ts'
import { openOverlay } from '../../shared/overlay-state.ts'
import { getDisplayName } from '../../profile/display-name.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { getAllowedSections } from '../sections.ts'

/** The layout of the admin area: navigation at the side, on a phone at the bottom. */
export function AdminFrame({ user, children }: { user: User; children: ReactNode }) {
  const t = useTranslations()
  const isOnline = useOnline()
  const { pathname } = useLocation()
  const sections = getAllowedSections(user)
  const current = sections.find(({ path }) => pathname.startsWith(`/admin/${path}`))
  const currentTab = current?.isInSettings ? 'settings' : current?.path
  return (
    <div className="admin-layout">
      <header className="admin-layout__rail">
        <Link className="logo" to="/">
          <Logo />
        </Link>
        <PreferenceButtons />
        <button
          type="button"
          className="icon-btn"
          aria-label={t('userMenu.label')}
          onClick={({ currentTarget }) => openOverlay('user', currentTarget)}
        >
          <Icon name="user-round" />
        </button>
      </header>
      <nav className="admin-layout__tabs" data-testid="admin-tabs" aria-label={t('admin.title')}>
        {sections
          .filter(({ isInSettings: inSettings }) => !inSettings)
          .map(({ path, icon, Badge, isInSettingsOnPhones }) => (
            <Link
              key={path}
              className={isInSettingsOnPhones && 'admin-layout__desktop-tab'}
              to={`/admin/${path}`}
              aria-current={path === currentTab ? 'page' : undefined}
            >
              <Icon name={icon} />
              {t(`admin.sections.${path}`)}
              {Badge && <Badge />}
            </Link>
          ))}
      </nav>
      <aside className="admin__account" aria-label={t('userMenu.label')}>
        <Link className="admin__shop-link" to="/">
          <Icon name="store" size="i--sm" />
          {t('admin.toShop')}
        </Link>
        <LanguageLinks />
        <UserCard user={user} />
      </aside>
      <main id="main" className="admin-layout__main" tabIndex={-1}>
        <p className="admin__offline" role="status">
          {!isOnline && (
            <>
              <Icon name="cloud-off" size="i--sm" />
              {t('admin.offline')}
            </>
          )}
        </p>
        {children}
      </main>
    </div>
  )
}

/** Preferences, which a phone shows only in its settings. */
function PreferenceButtons() {
  const t = useTranslations()
  const language = useLanguage()
  return (
    <>
      <button
        type="button"
        className="langbtn"
        aria-label={`${t('language.label')}: ${language.toUpperCase()}`}
        onClick={({ currentTarget }) => openOverlay('language', currentTarget)}
      >
        {language.toUpperCase()}
        <Icon name="chevron-down" />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label={t('theme.label')}
        onClick={({ currentTarget }) => openOverlay('theme', currentTarget)}
      >
        <Icon name="sun-moon" />
      </button>
    </>
  )
}

function UserCard({ user }: { user: User }) {
  const t = useTranslations()
  const name = getDisplayName(user)
  return (
    <div className="admin__user">
      <button type="button" onClick={({ currentTarget }) => openOverlay('user', currentTarget)}>
        <span className="admin__initial" aria-hidden="true">
          {(name.replace(/^\+/, '')[0] ?? '').toLocaleUpperCase()}
        </span>
        <span>
          <b>{name}</b>
          <small>{t(`profile.role.${user.role}`)}</small>
        </span>
      </button>
      <button
        type="button"
        className="icon-btn icon-btn--sm"
        aria-label={t('theme.label')}
        onClick={({ currentTarget }) => openOverlay('theme', currentTarget)}
      >
        <Icon name="sun-moon" size="i--sm" />
      </button>
    </div>
  )
}
