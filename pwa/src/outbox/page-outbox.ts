import { currentPerson } from '../session/person.ts'
import { fetchNoticingTooOld } from '../shared/too-old.ts'
import { whenReached } from '../shared/api.ts'
import { recall, remember } from '../shared/remembered.ts'
import { lostSince, readCanary, sayLost, writeCanary } from './canary.ts'
import { type OutboxDatabase, outboxDatabase } from './database.ts'
import { tidy } from './drafts.ts'
import type { SendingParts } from './flush.ts'
import { follow } from './follow.ts'
import { GUEST } from './entry.ts'
import { handOver } from './owner.ts'
import { openIds, resumeAfterUpdate } from './queue.ts'
import { createSender, type Sender } from './sender.ts'
import { withStorage } from './storage.ts'

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

  // Many an outage ends without an `online` event.
  whenReached(() => void sender.shopReached())
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
export async function handPageOutboxTo(userId: string | null, unsent: 'keep' | 'delete' = 'keep'): Promise<void> {
  const { parts, sender } = pageOutbox()
  remember(HANDING, `${userId ?? GUEST} ${unsent}`)
  await finishHanding(parts.db)
  void sender.nudge()
}

/** To whom the phone is being handed, and what becomes of what is unsent: a database that hangs is told at the next start. */
const HANDING = 'handing'

async function finishHanding(db: OutboxDatabase): Promise<boolean> {
  const [owner, unsent] = recall(HANDING)?.split(' ') ?? []
  if (!owner) return false
  await withStorage(db, () => handOver(db, owner, unsent === 'delete' ? 'delete' : 'keep'))
  remember(HANDING, undefined)
  return true
}

/** Whoever is signed in here is who the phone belongs to, should that not have been written down. */
async function whosePhone(db: OutboxDatabase): Promise<void> {
  if (await finishHanding(db)) return
  const person = currentPerson()
  if (person) await handOver(db, person.user.id)
}

/** Says so when requests were here and are no more. */
async function missTheLost({ kv }: OutboxDatabase): Promise<void> {
  const before = readCanary(document.cookie)
  if (!before) return
  // A database that cannot be read has lost nothing yet.
  const seq = await kv.get('seq').catch(() => ({ value: before.seq }))
  sayLost(before.lost + lostSince(before, Number(seq?.value ?? 0)))
}

/** Whatever comes to wait or waits no more is known to the icon, the canary and the service worker. */
function watch(db: OutboxDatabase): void {
  let waited = 0
  const look = async () => {
    const { pending, attention } = await openIds(db)
    const away = await db.outbox.where('state').equals('away').count()
    const seq = Number((await db.kv.get('seq'))?.value ?? 0)
    return { open: pending.length + attention.length + away, pending: pending.length, seq }
  }
  const wake = () => {
    if (waited > 0) void wakeLater(() => waited > 0).catch(() => {})
  }
  // A browser that has tried in vain for long enough does not try again unless it is asked again.
  document.addEventListener('visibilitychange', wake)
  follow(db, look, {
    next: ({ open, pending, seq }) => {
      writeCanary({ open, seq })
      showOnIcon(pending)
      const isMore = pending > waited
      waited = pending
      if (isMore) wake()
    },
  })
}

/** Background Sync is no part of TypeScript's browser. */
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Asks the browser to wake the service worker when there is a network again, once there is a worker: on a first visit it
 * comes after the first order. Where the browser cannot, the page does the sending.
 */
async function wakeLater(isWanted: () => boolean): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const registration: WithSync | undefined = await workers?.ready
  if (isWanted()) await registration?.sync?.register('outbox')
}

function showOnIcon(count: number): void {
  // Not every browser has icons with numbers.
  const badge: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>> = navigator
  void (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => {})
}
