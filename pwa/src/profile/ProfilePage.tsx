import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { useTitle } from '../shared/use-title.ts'
import { useLiked } from '../favourites/liked-query.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { ReceivedOrdersWhenStored } from '../orders/device/ReceivedOrdersWhenStored.tsx'
import { FavouritesCard } from './FavouritesCard.tsx'
import { GuestScreen } from '../accounts/GuestScreen.tsx'
import { Purchases } from './Purchases.tsx'
import { purchasesQuery } from './purchases-query.ts'
import { ProfileHeader } from './ProfileHeader.tsx'
import '../shared/ui/badge.css'
import './profile.css'

/** `/profile`: the user, their favourites and their orders. */
export function ProfilePage() {
  const t = useTranslations()
  const currentUser = useCurrentUser()
  useTitle(`${t('nav.profile')} · ${t('brand')}`)

  const language = useLanguage()
  const liked = useLiked()
  const purchases = useQuery(purchasesQuery(language))

  if (!currentUser) {
    return (
      <>
        <GuestScreen />
        <div className="wrap">
          <ReceivedOrdersWhenStored />
        </div>
      </>
    )
  }
  return (
    <div className="wrap profile" key={currentUser.user.id}>
      <ProfileHeader user={currentUser.user} />
      <div className="profile__main">
        <FavouritesCard query={liked} />
        {/* Mounts once the favourites have their final height, so that the orders do not shift. */}
        {!liked.isPending && <Purchases query={purchases} />}
        {/* The account's own orders are among the purchases. */}
        {!purchases.isPending && <ReceivedOrdersWhenStored ofGuests />}
      </div>
    </div>
  )
}
