import { useTranslations } from 'use-intl'
import { closePanel, openPanel } from '../shared/panels.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { usePerson } from '../session/person.ts'

/** Where somebody who is signed in goes from the top bar. */
export function UserMenu() {
  const t = useTranslations('userMenu')
  const isAdmin = usePerson()?.user.role === 'admin'
  return (
    <Dialog title={t('label')} className="choices" onClose={closePanel}>
      <nav className="menu" aria-label={t('label')}>
        <Link to="/profile" onClick={closePanel}>
          <Icon name="user-round" />
          {t('profile')}
        </Link>
        {isAdmin && (
          <Link to="/admin" onClick={closePanel}>
            <Icon name="panels-top-left" />
            {t('admin')}
          </Link>
        )}
        <button type="button" onClick={() => openPanel('signOut')}>
          <Icon name="log-out" />
          {t('signOut')}
        </button>
      </nav>
    </Dialog>
  )
}
