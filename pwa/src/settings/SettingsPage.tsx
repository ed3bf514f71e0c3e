import type { User } from '@tsedra/contract/accounts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { usePerson } from '../session/person.ts'
import { useTitle } from '../shared/document-head.ts'
import { useOnline } from '../shared/network.ts'
import { Guest } from '../accounts/Guest.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LanguageAndTheme } from './LanguageAndTheme.tsx'
import { MyData } from './MyData.tsx'
import { Name } from './Name.tsx'
import { Sessions } from './Sessions.tsx'
import { WaysIn } from './WaysIn.tsx'
import '../shared/ui/badge.css'
import './settings.css'

/** `/profile/settings`: what people change about themselves. */
export function SettingsPage() {
  const t = useTranslations()
  const person = usePerson()
  useTitle(`${t('profile.settings')} · ${t('brand')}`)

  if (!person) return <Guest />
  return <Settings key={person.user.id} user={person.user} />
}

function Settings({ user }: { user: User }) {
  const t = useTranslations()
  const online = useOnline()
  return (
    <div className="wrap sets">
      <div className="sets__head">
        <Link className="back" to="/profile">
          <Icon name="arrow-left" size="i--sm" />
          {t('nav.profile')}
        </Link>
        <h1 className="serif t-3">{t('profile.settings')}</h1>
        <p className="muted" role="status">
          {!online && t('settings.offline')}
        </p>
      </div>
      <div className="sets__main">
        <Part title={t('settings.look.title')}>
          <LanguageAndTheme />
        </Part>
        <Part title={t('settings.name.title')}>
          <Name user={user} />
        </Part>
        <Part title={t('settings.ways.title')}>
          <WaysIn user={user} />
        </Part>
        <Part title={t('settings.sessions.title')}>
          <Sessions />
        </Part>
        <Part title={t('settings.data.title')}>
          <MyData user={user} />
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="set">
      <h2 className="serif t-1">{title}</h2>
      {children}
    </section>
  )
}
