import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { closeOverlay, openOverlay } from '../shared/overlay-state.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { LikedProducts } from './LikedProducts.tsx'

/** The favourites drawer; a guest sees an invitation to sign in. */
export function FavouritesDrawer() {
  const t = useTranslations('favourites')
  if (!useCurrentUser()) return <GuestFavouritesDialog />
  return (
    <Dialog title={t('title')} variant="drawer" className="favourites" onClose={closeOverlay}>
      <LikedProducts onFollow={closeOverlay} />
    </Dialog>
  )
}

function GuestFavouritesDialog() {
  const t = useTranslations()
  return (
    <Dialog title={t('favourites.title')} onClose={closeOverlay}>
      <div className="empty">
        <span className="empty__mark">
          <Icon name="heart" size="i--lg" />
        </span>
        <h3 className="serif">{t('favourites.guest')}</h3>
        <p>{t('favourites.guestText')}</p>
        <button type="button" className="btn btn--primary" onClick={() => openOverlay('signIn')}>
          {t('nav.signIn')}
        </button>
      </div>
    </Dialog>
  )
}
