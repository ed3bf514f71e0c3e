import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { resumeSignOut } from '../../accounts/pending-sign-out.ts'
import { usePerson } from '../../session/person.ts'
import { askWhoIsSignedIn, mayBeSignedIn } from '../../accounts/session.ts'
import { CatalogueKeeper } from '../../catalogue/sync/CatalogueKeeper.tsx'
import { notify } from '../../shared/notices.ts'
import { withTexts } from '../../shared/i18n/language.ts'
import { lazily } from '../../shared/lazily.ts'
import { HeadKeeper } from './HeadKeeper.tsx'
import { tellInsecure } from './insecure-page.ts'
import { InstallCard } from './install/InstallCard.tsx'
import { useOnline } from '../../shared/network.ts'
import { acceptUpdate, keepUpToDate, useUpdate } from './update/keep-up-to-date.ts'

const MineKeeper = lazily(() =>
  withTexts('people', import('../account-sync/MineKeeper.tsx')).then(({ MineKeeper }) => MineKeeper),
)

/** Looks after the shop as an app: its worker, its updates, its catalogue, who is signed in, and the offer to install it. */
export function AppKeeper() {
  const t = useTranslations('update')
  const update = useUpdate()
  const person = usePerson()
  useNoticeOfReturn()

  useEffect(() => {
    // The development server has no worker.
    if (import.meta.env.PROD) void keepUpToDate()
  }, [])

  useEffect(resumeSignOut, [])
  useEffect(tellInsecure, [])

  useEffect(() => {
    if (mayBeSignedIn()) void askWhoIsSignedIn()
  }, [])

  useEffect(() => {
    if (update === 'ready') {
      const action = { label: t('action'), run: () => void acceptUpdate() }
      notify({ title: t('ready'), text: t('readyText'), action })
    }
    if (update === 'later') notify({ title: t('ready'), text: t('later') })
  }, [update, t])

  return (
    <>
      <CatalogueKeeper />
      <HeadKeeper />
      <InstallCard />
      {person && <MineKeeper />}
    </>
  )
}

/** What the banner said is taken back in a notice. */
function useNoticeOfReturn(): void {
  const t = useTranslations('network')
  const online = useOnline()
  const wasOnline = useRef(online)
  useEffect(() => {
    if (online && !wasOnline.current) notify({ title: t('back') })
    wasOnline.current = online
  }, [online, t])
}
