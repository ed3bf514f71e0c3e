import type { User } from '@tsedra/contract/accounts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openOverlay } from '../shared/overlay-state.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { getDisplayName } from './display-name.ts'

/** The user's name and addresses, with links to settings, admin and sign-out. */
export function ProfileHeader({ user }: { user: User }) {
  const t = useTranslations('profile')
  const { email, phone, role } = user
  return (
    <section className="profile-header" aria-label={t('person')}>
      <Avatar user={user} />
      <h1 className="serif">{getDisplayName(user)}</h1>
      <div className="profile-header__contact">
        {[email, phone].map((address) => address && <span key={address}>{address}</span>)}
        <span className={`badge badge--plain ${role === 'user' ? '' : 'badge--zest'}`}>{t(`role.${role}`)}</span>
      </div>
      <nav className="profile-header__nav" aria-label={t('person')}>
        <Link to="/profile/settings">
          <Icon name="settings-2" />
          {t('settings')}
          <Icon name="chevron-right" />
        </Link>
        {role !== 'user' && (
          <Link to="/admin">
            <Icon name="panels-top-left" />
            {t('admin')}
            <Icon name="chevron-right" />
          </Link>
        )}
        <button type="button" onClick={() => openOverlay('signOut')}>
          <Icon name="log-out" />
          {t('signOut')}
        </button>
      </nav>
    </section>
  )
}

/** The provider's profile picture, or the user's initial if there is none or it fails to load. */
function Avatar({ user }: { user: User }) {
  const [failedUrl, setFailedUrl] = useState('')
  const { profileImageUrl } = user
  if (profileImageUrl && profileImageUrl !== failedUrl) {
    return (
      <img
        className="profile-header__avatar"
        src={profileImageUrl}
        width={128}
        height={128}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailedUrl(profileImageUrl)}
      />
    )
  }
  const [initial = ''] = getDisplayName(user).replace(/^\+/, '')
  return (
    <div className="profile-header__avatar" aria-hidden="true">
      {initial.toLocaleUpperCase()}
    </div>
  )
}
