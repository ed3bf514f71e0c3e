import { useTranslations } from 'use-intl'
import { closeOverlay, openOverlay } from '../shared/overlay-state.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { useCurrentUser } from '../session/current-user.ts'

/** The menu of a signed-in user in the top bar. */
export function UserMenu() {
  const t = useTranslations('userMenu')
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  return (
    <Dialog title={t('label')} className="choices" onClose={closeOverlay}>
      <nav className="menu" aria-label={t('label')}>
        <Link to="/profile" onClick={closeOverlay}>
          <Icon name="user-round" />
          {t('profile')}
        </Link>
        {isAdmin && (
          <Link to="/admin" onClick={closeOverlay}>
            <Icon name="panels-top-left" />
            {t('admin')}
          </Link>
        )}
        <button type="button" onClick={() => openOverlay('signOut')}>
          <Icon name="log-out" />
          {t('signOut')}
        </button>
      </nav>
    </Dialog>
  )
}
