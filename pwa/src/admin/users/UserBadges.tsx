import type { UserRow } from '@tsedra/contract/admin-users'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../../session/current-user.ts'

/** Role of a user and obstacles to their access. */
export function UserBadges({ user: { id, role, isActive, isVerified, hasSecondFactor } }: { user: UserRow }) {
  const t = useTranslations('desk.users.badge')
  const tRole = useTranslations('profile.role')
  const currentUserId = useCurrentUser()?.user.id
  return (
    <span className="badges">
      <span className={`badge badge--plain ${role === 'user' ? '' : 'badge--zest'}`}>{tRole(role)}</span>
      {id === currentUserId && <span className="badge badge--ok">{t('you')}</span>}
      {!isActive && <span className="badge badge--bad">{t('inactive')}</span>}
      {!isVerified && <span className="badge badge--wait">{t('unverified')}</span>}
      {role !== 'user' && !hasSecondFactor && <span className="badge badge--wait">{t('noSecondFactor')}</span>}
    </span>
  )
}
