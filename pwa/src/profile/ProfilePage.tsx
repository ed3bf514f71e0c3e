import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { useTitle } from '../shared/use-title.ts'
import { useLiked } from '../favourites/liked-query.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { FavouritesCard } from './FavouritesCard.tsx'
import { GuestNotice } from '../accounts/GuestNotice.tsx'
import { Purchases } from './Purchases.tsx'
import { purchasesQuery } from './purchases-query.ts'
import { ProfileHeader } from './ProfileHeader.tsx'
import '../shared/ui/badge.css'
import './profile.css'

/** `/profile`: the person, their favourites and what they have ordered. */
export function ProfilePage() {
  const t = useTranslations()
  const currentUser = useCurrentUser()
  useTitle(`${t('nav.profile')} · ${t('brand')}`)

  const language = useLanguage()
  const liked = useLiked()
  const purchases = useQuery(purchasesQuery(language))

  if (!currentUser) return <GuestNotice />
  return (
    <div className="wrap profile" key={currentUser.user.id}>
      <ProfileHeader user={currentUser.user} />
      <div className="profile__main">
        <FavouritesCard query={liked} />
        {/* What stands above is as high as it will be. */}
        {!liked.isPending && <Purchases query={purchases} />}
      </div>
    </div>
  )
}
