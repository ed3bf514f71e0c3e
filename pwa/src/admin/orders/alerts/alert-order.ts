import { getAlertSettings, isQuiet } from './alert-settings.ts'
import { canChime, playChime } from './order-chime.ts'

interface NewOrder {
  orderId: string
  /** Texts of the notification: no name and no phone, because it may be on a locked screen. */
  title: string
  body: string
}

/** Announces a new order by sound and notification, where this device wants it and outside its quiet hours. */
export function alertOrder({ orderId, title, body }: NewOrder): void {
  const settings = getAlertSettings()
  if (isQuiet(settings, new Date())) return
  if (settings.hasSound && canChime()) void chimeInOneTab()
  if (settings.hasNotification && isNotificationAllowed()) void showNotification(orderId, title, body)
}

export const isNotificationAllowed = (): boolean => 'Notification' in window && Notification.permission === 'granted'

/** Every tab receives the order: the one that holds the lock plays the sound. */
async function chimeInOneTab(): Promise<void> {
  const locks = navigator.locks as LockManager | undefined // absent on insecure pages
  if (locks) await locks.request('tsedra.orders.chime', { ifAvailable: true }, (lock) => lock && playChime())
  else await playChime()
}

/** The tag makes one notification of those of several tabs; a click opens the order. */
async function showNotification(orderId: string, title: string, body: string): Promise<void> {
  const address = `/admin/orders?order=${orderId}`
  const options = { body, tag: orderId, data: address }
  // Android requires the service worker, which opens the address in `data`; insecure pages and private windows have none.
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) return registration.showNotification(title, options)
  new Notification(title, options).addEventListener('click', () => {
    focus()
    location.assign(address)
  })
}
