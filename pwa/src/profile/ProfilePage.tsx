import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { usePerson } from '../session/person.ts'
import { useTitle } from '../shared/document-head.ts'
import { useLiked } from '../favourites/liked-query.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Favourites } from './Favourites.tsx'
import { Guest } from '../accounts/Guest.tsx'
import { Purchases } from './Purchases.tsx'
import { purchasesQuery } from './purchases.ts'
import { Who } from './Who.tsx'
import '../shared/ui/badge.css'
import './profile.css'

/** `/profile`: the person, their favourites and what they have ordered. */
export function ProfilePage() {
  const t = useTranslations()
  const person = usePerson()
  useTitle(`${t('nav.profile')} · ${t('brand')}`)

  const language = useLanguage()
  const liked = useLiked()
  const purchases = useQuery(purchasesQuery(language))

  if (!person) return <Guest />
  return (
    <div className="wrap prof" key={person.user.id}>
      <Who user={person.user} />
      <div className="prof__main">
        <Favourites found={liked} />
        {/* What stands above is as high as it will be. */}
        {!liked.isPending && <Purchases found={purchases} />}
      </div>
    </div>
  )
}
