import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { readCanary } from '../../../outbox/canary.ts'
import { askToPersist } from '../../../outbox/persist.ts'
import { recall, remember } from '../../../shared/remembered.ts'
import { countVisit, isAppleTab, isInstalled } from './device.ts'
import './install.css'
import { isOffered } from './when-to-offer.ts'

const DECLINED = 'installDeclined'

/** A quiet offer to install the shop, once it has been of use. */
export function InstallCard() {
  const t = useTranslations('install')
  const { pathname } = useLocation()
  const titleId = useId()
  const [visits] = useState(countVisit)
  const [openedAt] = useState(Date.now)
  const [prompt, setPrompt] = useState(window.installPrompt)
  const [declined, setDeclined] = useState(recall(DECLINED))

  useEffect(() => {
    const look = () => setPrompt(window.installPrompt)
    const installed = () => {
      window.installPrompt = undefined
      look()
      askToPersist({ again: true })
    }
    addEventListener('tsedra:installable', look)
    addEventListener('appinstalled', installed)
    return () => {
      removeEventListener('tsedra:installable', look)
      removeEventListener('appinstalled', installed)
    }
  }, [])

  const by = isInstalled() ? undefined : prompt ? 'prompt' : isAppleTab() ? 'hint' : undefined
  // Cookies lie in another process, and only the hint depends on them.
  const open = by === 'hint' ? (readCanary(document.cookie)?.open ?? 0) : 0
  const declinedAt = declined === undefined ? undefined : Number(declined)
  if (!isOffered({ by, visits, pathname, declinedAt, open, now: openedAt })) return null

  function decline(): void {
    const now = String(Date.now())
    remember(DECLINED, now)
    setDeclined(now)
  }

  /** The browser's offer is good for one question. */
  async function install(): Promise<void> {
    const answer = await prompt?.prompt()
    window.installPrompt = undefined
    setPrompt(undefined)
    if (answer?.outcome === 'dismissed') decline()
  }

  return (
    <aside className="install" aria-labelledby={titleId}>
      <img src="/icons/favicon.svg" alt="" width={40} height={40} />
      <div>
        <h2 id={titleId}>{t('title')}</h2>
        <p>{t(by === 'hint' ? 'hint' : 'text')}</p>
      </div>
      <div className="install__ways">
        {by === 'prompt' && (
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
