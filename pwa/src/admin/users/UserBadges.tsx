import type { UserRow } from '@tsedra/contract/admin-users'
import { useTranslations } from 'use-intl'
import { usePerson } from '../../session/person.ts'

/** What somebody may do, and what keeps them from doing it. */
export function UserBadges({ user: { id, role, isActive, isVerified, hasSecondFactor } }: { user: UserRow }) {
  const t = useTranslations('desk.users.badge')
  const tRole = useTranslations('profile.role')
  const me = usePerson()?.user.id
  return (
    <span className="badges">
      <span className={`badge badge--plain ${role === 'user' ? '' : 'badge--zest'}`}>{tRole(role)}</span>
      {id === me && <span className="badge badge--ok">{t('you')}</span>}
      {!isActive && <span className="badge badge--bad">{t('inactive')}</span>}
      {!isVerified && <span className="badge badge--wait">{t('unverified')}</span>}
      {role !== 'user' && !hasSecondFactor && <span className="badge badge--wait">{t('noSecondFactor')}</span>}
    </span>
  )
}
