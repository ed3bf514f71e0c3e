import { useTranslations } from 'use-intl'
import { usePerson } from '../session/person.ts'
import { closePanel, openPanel } from '../shared/panels.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Liked } from './Liked.tsx'

/** The favourites over the page; a guest has none to show before signing in. */
export function Favourites() {
  const t = useTranslations('favourites')
  if (!usePerson()) return <GuestsFavourites />
  return (
    <Dialog title={t('title')} shape="drawer" className="favourites" onClose={closePanel}>
      <Liked onFollow={closePanel} />
    </Dialog>
  )
}

function GuestsFavourites() {
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
