import { defaultLanguage, htmlLang, type Language, parseLanguage } from '@tsedra/contract/language'
import en from '../shared/i18n/locales/worker.en.json'
import ru from '../shared/i18n/locales/worker.ru.json'
import ua from '../shared/i18n/locales/worker.ua.json'
import { orderNumber } from '@tsedra/contract/order-number'
import { outboxDatabase } from '../outbox/database.ts'
import { type Entry, isPending } from '../outbox/entry.ts'
import { type FlushResult, flush, type SenderDependencies } from '../outbox/flush.ts'
import { makeDue, readOpenEntries } from '../outbox/queue.ts'

declare const self: ServiceWorkerGlobalScope

const texts = { ua, ru, en }

const db = outboxDatabase()

/** Milliseconds before each retry: a network that is back is often unstable at first, and Chromium retries after 5 min. */
const RETRY_DELAYS_MS = [2_000, 5_000]

/** Flushes the outbox with the same code as the page (infra/decisions/0009-phone-outbox.md). */
export function flushInBackground(build: string): Promise<FlushResult> {
  const options: SenderDependencies = {
    db,
    send: fetch,
    locks: self.navigator.locks as LockManager | undefined, // absent in old browsers
    now: Date.now,
    random: Math.random,
    build,
    sentBy: 'sw',
    isOffline: () => !self.navigator.onLine,
  }
  return flush(options)
}

/**
 * Sends the pending orders when the browser is online again, and shows a notification for each one sent.
 *
 * @throws when an order is still pending, so that the browser fires the sync event again later
 */
export async function sendPendingOrders(build: string): Promise<void> {
  const pendingEntries = await readOpenEntries(db, isPending)
  const languages = new Map(pendingEntries.map(({ id, bodyJson }) => [id, parseOrderLanguage(bodyJson)]))
  let remaining = await flushDue(build)
  for (const pauseMs of RETRY_DELAYS_MS) {
    if (remaining.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    remaining = await flushDue(build)
  }
  await updateAppBadge(remaining.length)
  for (const [id, language] of languages) await notifySent(id, language)
  if (remaining.length > 0) throw new Error(`pending orders: ${remaining.length}`)
}

async function flushDue(build: string): Promise<Entry[]> {
  await makeDue(db, Date.now())
  await flushInBackground(build)
  return readOpenEntries(db, isPending)
}

/** Shows a notification that the order is sent, unless a tab of the shop is visible or permission is missing. */
async function notifySent(id: string, language: Language): Promise<void> {
  const entry = await db.outbox.get(id)
  if (entry?.state !== 'sent' || Notification.permission !== 'granted') return
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  const messages = texts[language]
  const isTooLate = entry.reason === 'too_late'
  const title = isTooLate ? messages.tooLate : messages.sent
  await self.registration.showNotification(title.replace('{number}', orderNumber(id)), {
    body: isTooLate ? messages.tooLateText : messages.text,
    lang: htmlLang[language],
    tag: `order-${id}`,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-monochrome-512.png',
    data: `/order/${id}`,
  })
}

/** Returns the order's language: a service worker cannot read the page's localStorage. */
function parseOrderLanguage(bodyJson: string | null): Language {
  const { language } = JSON.parse(bodyJson ?? '{}') as { language?: string } // our own bytes
  return parseLanguage(language ?? '') ?? defaultLanguage
}

async function updateAppBadge(count: number): Promise<void> {
  // Not every browser has the Badging API.
  const badge: Partial<Pick<WorkerNavigator, 'setAppBadge' | 'clearAppBadge'>> = self.navigator
  await (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => {})
}
