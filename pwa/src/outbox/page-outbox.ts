import { currentPerson } from '../accounts/person.ts'
import { fetchNoticingTooOld } from '../app/update/too-old.ts'
import { canaryCookie, lostCount, lostSince, readCanary, sayLost } from './canary.ts'
import { type OutboxDatabase, outboxDatabase } from './database.ts'
import { tidy } from './drafts.ts'
import type { SendingParts } from './flush.ts'
import { follow } from './follow.ts'
import { GUEST, handOver } from './owner.ts'
import { openIds, resumeAfterUpdate } from './queue.ts'
import { createSender, type Sender } from './sender.ts'

export interface PageOutbox {
  parts: SendingParts
  sender: Sender
}

let only: PageOutbox | undefined

/** The one outbox of this page; the first caller starts the sender. */
export function pageOutbox(): PageOutbox {
  only ??= start()
  return only
}

function start(): PageOutbox {
  const parts: SendingParts = {
    db: outboxDatabase(),
    send: fetchNoticingTooOld,
    locks: navigator.locks as LockManager | undefined, // absent on insecure pages and in old browsers
    now: Date.now,
    random: Math.random,
    // The file's own name: its hash changes with the code that makes the body.
    build: import.meta.url.split('/').at(-1) ?? '',
    sentBy: 'page',
  }
  const sender = createSender(parts, () => document.visibilityState === 'visible')
  const nudge = () => void sender.nudge()

  window.addEventListener('online', nudge)
  window.addEventListener('pageshow', nudge)
  window.addEventListener('focus', nudge)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') nudge()
  })
  void whosePhone(parts.db)
    .then(() => resumeAfterUpdate(parts.db, parts.build))
    .then(() => tidy(parts.db, parts.now()))
    .catch(() => {})
    .then(nudge)
  void missTheLost(parts.db).then(() => watch(parts.db))
  return { parts, sender }
}

/** Changes whose phone it is, and sends what may go now (owner.ts). @param userId null for a guest */
export async function handPageOutboxTo(userId: string | null, unsent?: 'keep' | 'delete'): Promise<void> {
  const { parts, sender } = pageOutbox()
  await handOver(parts.db, userId ?? GUEST, unsent)
  void sender.nudge()
}

/** Whoever is signed in here is who the phone belongs to, should that not have been written down. */
async function whosePhone(db: OutboxDatabase): Promise<void> {
  const person = currentPerson()
  if (person) await handOver(db, person.user.id)
}

/** Says so when requests were here and are no more. */
async function missTheLost({ kv }: OutboxDatabase): Promise<void> {
  const before = readCanary(document.cookie)
  if (!before) return
  // A database that cannot be read has lost nothing yet.
  const seq = await kv.get('seq').catch(() => ({ value: before.seq }))
  sayLost(lostSince(before, Number(seq?.value ?? 0)))
}

/** Whatever comes to wait or waits no more is known to the icon, the canary and the service worker. */
function watch(db: OutboxDatabase): void {
  let waited = 0
  const look = async () => {
    const { pending, attention } = await openIds(db)
    const seq = Number((await db.kv.get('seq'))?.value ?? 0)
    return { open: pending.length + attention.length, pending: pending.length, seq }
  }
  follow(db, look, {
    next: ({ open, pending, seq }) => {
      if (lostCount() === 0) document.cookie = canaryCookie({ open, seq })
      showOnIcon(pending)
      if (pending > waited) void wakeLater().catch(() => {})
      waited = pending
    },
  })
}

/** Background Sync is no part of TypeScript's browser. */
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Asks the browser to wake the service worker when there is a network again; where it cannot, the page does the sending. */
async function wakeLater(): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const registration: WithSync | undefined = await workers?.getRegistration()
  await registration?.sync?.register('outbox')
}

function showOnIcon(count: number): void {
  // Not every browser has icons with numbers.
  const badge: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>> = navigator
  void (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => {})
}
