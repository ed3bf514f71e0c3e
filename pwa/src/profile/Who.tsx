import type { User } from '@tsedra/contract/accounts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openPanel } from '../shared/panels.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { nameOf } from './name.ts'

/** Who is signed in, and where one goes from here. */
export function Who({ user }: { user: User }) {
  const t = useTranslations('profile')
  const { email, phone, role } = user
  return (
    <section className="who" aria-label={t('person')}>
      <Portrait user={user} />
      <h1 className="serif">{nameOf(user)}</h1>
      <div className="who__p">
        {[email, phone].map((address) => address && <span key={address}>{address}</span>)}
        <span className={`badge badge--plain ${role === 'user' ? '' : 'badge--zest'}`}>{t(`role.${role}`)}</span>
      </div>
      <nav className="who__nav" aria-label={t('person')}>
        <Link to="/profile/settings">
          <Icon name="settings-2" />
          {t('settings')}
          <Icon name="chevron-right" />
        </Link>
        {role === 'admin' && (
          <Link to="/admin">
            <Icon name="panels-top-left" />
            {t('admin')}
            <Icon name="chevron-right" />
          </Link>
        )}
        <button type="button" onClick={() => openPanel('signOut')}>
          <Icon name="log-out" />
          {t('signOut')}
        </button>
      </nav>
    </section>
  )
}

/** The picture of a third party may be gone, or be nobody's: then the first letter stands for the person. */
function Portrait({ user }: { user: User }) {
  const [failed, setFailed] = useState('')
  const { profileImageUrl } = user
  if (profileImageUrl && profileImageUrl !== failed) {
    return (
      <img
        className="who__img"
        src={profileImageUrl}
        width={128}
        height={128}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailed(profileImageUrl)}
      />
    )
  }
  const [first = ''] = nameOf(user).replace(/^\+/, '')
  return (
    <div className="who__img" aria-hidden="true">
      {first.toLocaleUpperCase()}
    </div>
  )
}
