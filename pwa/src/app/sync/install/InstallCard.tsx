import { useEffect, useId, useState } from 'react'
import { useLocation } from '../../../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { readCanary } from '../../../outbox/storage-loss-canary.ts'
import { requestPersistentStorage } from '../../../outbox/request-persistent-storage.ts'
import { readLocal, writeLocal } from '../../../shared/local-storage.ts'
import { countVisit, isIosBrowserTab, isInstalled } from './device.ts'
import './install.css'
import { shouldOfferInstall } from './should-offer-install.ts'

const DECLINED_KEY = 'installDeclined'

/** A card that offers to install the shop (should-offer-install.ts decides when). */
export function InstallCard() {
  const t = useTranslations('install')
  const brand = useTranslations()('brand')
  const { pathname } = useLocation()
  const titleId = useId()
  const [visits] = useState(countVisit)
  const [openedAt] = useState(Date.now)
  const [prompt, setPrompt] = useState(window.installPrompt)
  const [declined, setDeclined] = useState(readLocal(DECLINED_KEY))

  useEffect(() => {
    const updatePrompt = () => setPrompt(window.installPrompt)
    const onInstalled = () => {
      window.installPrompt = undefined
      updatePrompt()
      requestPersistentStorage({ again: true })
    }
    addEventListener('tsedra:installable', updatePrompt)
    addEventListener('appinstalled', onInstalled)
    return () => {
      removeEventListener('tsedra:installable', updatePrompt)
      removeEventListener('appinstalled', onInstalled)
    }
  }, [])

  const method = isInstalled() ? undefined : prompt ? 'prompt' : isIosBrowserTab() ? 'hint' : undefined
  // Reading cookies needs a call to another process, and only the hint depends on them.
  const pendingOrders = method === 'hint' ? (readCanary(document.cookie)?.open ?? 0) : 0
  const declinedAt = declined === undefined ? undefined : Number(declined)
  if (!shouldOfferInstall({ method, visits, pathname, declinedAt, pendingOrders, now: openedAt })) return null

  function decline(): void {
    const now = String(Date.now())
    writeLocal(DECLINED_KEY, now)
    setDeclined(now)
  }

  /** The browser's install prompt can be shown only once. */
  async function install(): Promise<void> {
    const choice = await prompt?.prompt()
    window.installPrompt = undefined
    setPrompt(undefined)
    if (choice?.outcome === 'dismissed') decline()
  }

  return (
    <aside className="install" aria-labelledby={titleId}>
      <img src="/icons/favicon.svg" alt="" width={40} height={40} />
      <div>
        <h2 id={titleId}>{t('title', { brand })}</h2>
        <p>{t(method === 'hint' ? 'hint' : 'text')}</p>
      </div>
      <div className="install__actions">
        {method === 'prompt' && (
          <button type="button" className="btn btn--primary btn--sm" onClick={() => void install()}>
            {t('action')}
          </button>
        )}
        <button type="button" className="btn btn--line btn--sm" onClick={decline}>
          {t('later')}
        </button>
      </div>
    </aside>
  )
}
