import type { User } from '@tsedra/contract/accounts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { useTitle } from '../shared/use-title.ts'
import { useOnline } from '../shared/use-online.ts'
import { GuestScreen } from '../accounts/GuestScreen.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LanguageAndTheme } from './LanguageAndTheme.tsx'
import { MyData } from './MyData.tsx'
import { NameForm } from './NameForm.tsx'
import { OrderEmails } from './OrderEmails.tsx'
import { Sessions } from './Sessions.tsx'
import { SignInMethodSettings } from './SignInMethodSettings.tsx'
import '../shared/ui/badge.css'
import './settings.css'

/** `/profile/settings`: preferences, name, sign-in methods, sessions and data of the user. */
export function SettingsPage() {
  const t = useTranslations()
  const currentUser = useCurrentUser()
  useTitle(`${t('profile.settings')} · ${t('brand')}`)

  if (!currentUser) return <GuestScreen />
  return <Settings key={currentUser.user.id} user={currentUser.user} />
}

function Settings({ user }: { user: User }) {
  const t = useTranslations()
  const online = useOnline()
  return (
    <div className="wrap settings">
      <div className="settings__head">
        <Link className="back" to="/profile">
          <Icon name="arrow-left" size="i--sm" />
          {t('nav.profile')}
        </Link>
        <h1 className="serif t-3">{t('profile.settings')}</h1>
        <p className="muted" role="status">
          {!online && t('settings.offline')}
        </p>
      </div>
      <div className="settings__main">
        <SettingsSection title={t('settings.look.title')}>
          <LanguageAndTheme />
        </SettingsSection>
        <SettingsSection title={t('settings.name.title')}>
          <NameForm user={user} />
        </SettingsSection>
        <SettingsSection title={t('settings.ways.title')}>
          <SignInMethodSettings user={user} />
          {user.email && <OrderEmails user={user} />}
        </SettingsSection>
        <SettingsSection title={t('settings.sessions.title')}>
          <Sessions />
        </SettingsSection>
        <SettingsSection title={t('settings.data.title')}>
          <MyData user={user} />
        </SettingsSection>
      </div>
    </div>
  )
}

function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-section">
      <h2 className="serif t-1">{title}</h2>
      {children}
    </section>
  )
}
