import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../shared/ui/Icon.tsx'

export const canSyncInBackground =
  typeof ServiceWorkerRegistration !== 'undefined' && 'sync' in ServiceWorkerRegistration.prototype

/**
 * Requests the permission to show notifications, on this page only: here the shopper can see what they are for. Without
 * Background Sync it is hidden, because the service worker could not show one.
 */
export function NotificationPrompt() {
  const t = useTranslations('order.page')
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'denied',
  )
  if (!canSyncInBackground || permission === 'denied') return null
  if (permission === 'granted') return <p className="sm muted">{t('tellMeOn')}</p>
  return (
    <button
      type="button"
      className="btn btn--quiet btn--sm fold__start"
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      <Icon name="clock" size="i--sm" />
      {t('tellMe')}
    </button>
  )
}
