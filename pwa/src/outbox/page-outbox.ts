import { getCurrentUser } from '../session/current-user.ts'
import { fetchWithUpdateCheck } from '../shared/update-required.ts'
import { onApiReached } from '../shared/api.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { countLostEntries, readCanary, setLostCount, writeCanary } from './storage-loss-canary.ts'
import { type OutboxDatabase, outboxDatabase } from './database.ts'
import { deleteExpired } from './drafts.ts'
import type { SenderDependencies } from './flush.ts'
import { observeQuery } from './observe-query.ts'
import { GUEST } from './entry.ts'
import { createPlacedOrders, type PlacedOrders } from './placed-orders.ts'
import { switchAccount } from './switch-account.ts'
import { readOpenIds, resumeAfterUpdate } from './queue.ts'
import { createSender, type Sender } from './sender.ts'
import { withStorage } from './storage.ts'

export interface PageOutbox {
  parts: SenderDependencies
  sender: Sender
  placed: PlacedOrders
}

let instance: PageOutbox | undefined

/** Returns the single outbox of this page; the first call starts the sender. */
export function pageOutbox(): PageOutbox {
  instance ??= startPageOutbox()
  return instance
}

/** A response to a request that started offline disproves `navigator.onLine === false` for this long, in ms. */
const OFFLINE_DISPROVED_MS = 60_000

function startPageOutbox(): PageOutbox {
  let reachedOfflineAt = Number.NEGATIVE_INFINITY
  const parts: SenderDependencies = {
    db: outboxDatabase(),
    send: fetchWithUpdateCheck,
    locks: navigator.locks as LockManager | undefined, // absent on insecure pages and in old browsers
    now: Date.now,
    random: Math.random,
    // The file name of this chunk: its hash changes with the code that creates the body.
    build: import.meta.url.split('/').at(-1) ?? '',
    sentBy: 'page',
    isOffline: () => !navigator.onLine && Math.abs(Date.now() - reachedOfflineAt) > OFFLINE_DISPROVED_MS,
  }
  const sender = createSender(parts, () => document.visibilityState === 'visible')
  const nudge = () => void sender.nudge()

  // An outage often ends without an `online` event.
  onApiReached((startedOffline) => {
    // Some desktops and VPNs report no network although there is one. A response to an earlier request proves nothing.
    if (startedOffline && !navigator.onLine) reachedOfflineAt = Date.now()
    void sender.onShopReached()
  })
  window.addEventListener('online', nudge)
  window.addEventListener('pageshow', nudge)
  window.addEventListener('focus', nudge)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') nudge()
  })
  void restoreOwner(parts.db)
    .then(() => resumeAfterUpdate(parts.db, parts.build))
    .then(() => deleteExpired(parts.db, parts.now()))
    .catch(() => {})
    .then(nudge)
  void detectLostEntries(parts.db).then(() => syncOutboxIndicators(parts.db))
  return { parts, sender, placed: createPlacedOrders() }
}

/** Sets the account that owns the phone, and sends what is due (switch-account.ts). @param userId null for a guest */
export async function switchPageOutboxAccount(
  userId: string | null,
  unsent: 'keep' | 'delete' = 'keep',
): Promise<void> {
  const { parts, sender } = pageOutbox()
  writeLocal(PENDING_SWITCH_KEY, `${userId ?? GUEST} ${unsent}`)
  await finishAccountSwitch(parts.db)
  void sender.nudge()
}

/** The new owner, and whether unsent entries are kept: if the database hangs, the next start of the page finishes the switch. */
const PENDING_SWITCH_KEY = 'handing'

async function finishAccountSwitch(db: OutboxDatabase): Promise<boolean> {
  const [owner, unsent] = readLocal(PENDING_SWITCH_KEY)?.split(' ') ?? []
  if (!owner) return false
  await withStorage(db, () => switchAccount(db, owner, unsent === 'delete' ? 'delete' : 'keep'))
  writeLocal(PENDING_SWITCH_KEY, undefined)
  return true
}

/** Finishes a pending account switch; else sets the signed-in user as the owner, in case the database lacks it. */
async function restoreOwner(db: OutboxDatabase): Promise<void> {
  if (await finishAccountSwitch(db)) return
  const currentUser = getCurrentUser()
  if (currentUser) await switchAccount(db, currentUser.user.id)
}

/** Sets the lost count when the browser has deleted open entries. */
async function detectLostEntries({ kv }: OutboxDatabase): Promise<void> {
  const canary = readCanary(document.cookie)
  if (!canary) return
  // An unreadable database is no loss.
  const seq = await kv.get('seq').catch(() => ({ value: canary.seq }))
  setLostCount(canary.lost + countLostEntries(canary, Number(seq?.value ?? 0)))
}

/** Keeps the app badge, the canary cookie and Background Sync up to date with the open entries. */
function syncOutboxIndicators(db: OutboxDatabase): void {
  let pendingCount = 0
  const readCounts = async () => {
    const { pending, attention } = await readOpenIds(db)
    const otherAccountCount = await db.outbox.where('state').equals('away').count()
    const seq = Number((await db.kv.get('seq'))?.value ?? 0)
    return { open: pending.length + attention.length + otherAccountCount, pending: pending.length, seq }
  }
  const requestSync = () => {
    if (pendingCount > 0) void registerBackgroundSync(() => pendingCount > 0).catch(() => {})
  }
  // The browser stops retrying after some failed syncs; a new registration makes it retry again.
  document.addEventListener('visibilitychange', requestSync)
  observeQuery(db, readCounts, {
    next: ({ open, pending, seq }) => {
      writeCanary({ open, seq })
      updateAppBadge(pending)
      const hasGrown = pending > pendingCount
      pendingCount = pending
      if (hasGrown) requestSync()
    },
  })
}

/** TypeScript's DOM types lack Background Sync. */
type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Registers a Background Sync, which starts the service worker once the network is back. Waits for the service worker: on a
 * first visit it is installed after the first order. Without Background Sync only the page sends.
 */
async function registerBackgroundSync(isStillNeeded: () => boolean): Promise<void> {
  const serviceWorkers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const registration: SyncRegistration | undefined = await serviceWorkers?.ready
  if (isStillNeeded()) await registration?.sync?.register('outbox')
}

function updateAppBadge(count: number): void {
  // Some browsers lack the Badging API.
  const badge: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>> = navigator
  void (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => {})
}
