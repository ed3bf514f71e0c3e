import { useTranslations } from 'use-intl'
import { closePanel, openPanel } from '../app/panels.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'

/** The favourites of a guest: there are none to show before signing in. */
export function Favourites() {
  const t = useTranslations()
  return (
    <Dialog title={t('favourites.title')} onClose={closePanel}>
      <div className="empty">
        <span className="empty__mark">
          <Icon name="heart" size="i--lg" />
        </span>
        <h3 className="serif">{t('favourites.guest')}</h3>
        <p>{t('favourites.guestText')}</p>
        <button type="button" className="btn btn--primary" onClick={() => openPanel('signIn')}>
          {t('nav.signIn')}
        </button>
      </div>
    </Dialog>
  )
}
