import { defaultLanguage, htmlLang, type Language, parseLanguage } from '@tsedra/contract/language'
import en from '../shared/i18n/locales/worker.en.json'
import ru from '../shared/i18n/locales/worker.ru.json'
import ua from '../shared/i18n/locales/worker.ua.json'
import { orderNumber } from '@tsedra/contract/order-number'
import { outboxDatabase } from '../outbox/database.ts'
import { type Entry, isPending } from '../outbox/entry.ts'
import { type Drained, flush, type SendingParts } from '../outbox/flush.ts'
import { makeDue, openEntries } from '../outbox/queue.ts'

declare const self: ServiceWorkerGlobalScope

const texts = { ua, ru, en }

const db = outboxDatabase()

/** Milliseconds before another try: a network that is said to be back often needs a moment, and Chromium asks again after five minutes. */
const AGAIN_MS = [2_000, 5_000]

/** The same sending as the page's (infra/decisions/0009-phone-outbox.md). */
export function flushInBackground(build: string): Promise<Drained> {
  const parts: SendingParts = {
    db,
    send: fetch,
    locks: self.navigator.locks as LockManager | undefined, // absent in old browsers
    now: Date.now,
    random: Math.random,
    build,
    sentBy: 'sw',
  }
  return flush(parts)
}

/**
 * The browser has a network again: what waits goes now, and is told when no page can tell it.
 *
 * @throws when something still waits: then the browser asks again later
 */
export async function sendWhatWaits(build: string): Promise<void> {
  const waiting = await openEntries(db, isPending)
  const languages = new Map(waiting.map(({ id, bodyJson }) => [id, languageIn(bodyJson)]))
  let left = await sendDue(build)
  for (const pauseMs of AGAIN_MS) {
    if (left.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    left = await sendDue(build)
  }
  await showOnIcon(left.length)
  for (const [id, language] of languages) await tell(id, language)
  if (left.length > 0) throw new Error(`${left.length} still to be sent`)
}

async function sendDue(build: string): Promise<Entry[]> {
  await makeDue(db, Date.now())
  await flushInBackground(build)
  return openEntries(db, isPending)
}

/** A notification that it has arrived, unless somebody is looking at the shop or wants none. */
async function tell(id: string, language: Language): Promise<void> {
  const entry = await db.outbox.get(id)
  if (entry?.state !== 'sent' || Notification.permission !== 'granted') return
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  const words = texts[language]
  const isTooLate = entry.reason === 'too_late'
  const title = isTooLate ? words.tooLate : words.sent
  await self.registration.showNotification(title.replace('{number}', orderNumber(id)), {
    body: isTooLate ? words.tooLateText : words.text,
    lang: htmlLang[language],
    tag: `order-${id}`,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-monochrome-512.png',
    data: `/order/${id}`,
  })
}

/** The language the order was written in: a worker cannot read what the page remembers. */
function languageIn(bodyJson: string | null): Language {
  const { language } = JSON.parse(bodyJson ?? '{}') as { language?: string } // our own bytes
  return parseLanguage(language ?? '') ?? defaultLanguage
}

async function showOnIcon(count: number): Promise<void> {
  // Not every browser has icons with numbers.
  const badge: Partial<Pick<WorkerNavigator, 'setAppBadge' | 'clearAppBadge'>> = self.navigator
  await (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => {})
}
