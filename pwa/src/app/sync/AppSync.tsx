import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { resumeSignOut } from '../../accounts/pending-sign-out.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { refreshCurrentUser, isPossiblySignedIn } from '../../accounts/session.ts'
import { CatalogueSync } from '../../catalogue/sync/CatalogueSync.tsx'
import { showToast } from '../../shared/toasts.ts'
import { withMessages } from '../../shared/i18n/language.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { DocumentHeadSync } from './DocumentHeadSync.tsx'
import { warnInsecureContext } from './insecure-context.ts'
import { InstallCard } from './install/InstallCard.tsx'
import { LanguageOffer } from './language/LanguageOffer.tsx'
import { useOnline } from '../../shared/use-online.ts'
import { acceptUpdate, startUpdates, useUpdate } from './update/start-updates.ts'

const AccountDataSync = lazyComponent(() =>
  withMessages('accounts', import('../account-sync/AccountDataSync.tsx')).then(
    ({ AccountDataSync }) => AccountDataSync,
  ),
)

/** Runs the background tasks: service worker and updates, catalogue sync, session refresh, and the install card. */
export function AppSync() {
  const t = useTranslations('update')
  const update = useUpdate()
  const currentUser = useCurrentUser()
  useBackOnlineToast()

  useEffect(() => {
    // The development server has no service worker.
    if (import.meta.env.PROD) void startUpdates()
  }, [])

  useEffect(resumeSignOut, [])
  useEffect(warnInsecureContext, [])

  useEffect(() => {
    if (isPossiblySignedIn()) void refreshCurrentUser()
  }, [])

  useEffect(() => {
    if (update === 'ready') {
      const action = { label: t('action'), run: () => void acceptUpdate() }
      showToast({ kind: 'news', title: t('ready'), text: t('readyText'), action })
    }
    if (update === 'later') showToast({ kind: 'news', title: t('ready'), text: t('later') })
  }, [update, t])

  return (
    <>
      <CatalogueSync />
      <DocumentHeadSync />
      <LanguageOffer />
      <InstallCard />
      {currentUser && <AccountDataSync />}
    </>
  )
}

/** Shows a toast when the network is back: the offline banner disappears without a message. */
function useBackOnlineToast(): void {
  const t = useTranslations('network')
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) showToast({ kind: 'news', title: t('back') })
    wasOnline.current = isOnline
  }, [isOnline, t])
}
