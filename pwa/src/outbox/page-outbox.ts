import { liveQuery } from 'dexie'
import { outboxDatabase } from './database.ts'
import { tidy } from './drafts.ts'
import { isPending } from './entry.ts'
import type { SendingParts } from './flush.ts'
import { openEntries, resumeAfterUpdate } from './queue.ts'
import { createSender, type Sender } from './sender.ts'

/** How many requests are open, for the next start of the app. A hint: the database is what counts. */
export const HINT_KEY = 'tsedra.outbox'

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
    send: fetch,
    locks: navigator.locks as LockManager | undefined, // absent on insecure pages and in old browsers
    now: Date.now,
    random: Math.random,
    owner: () => 'guest',
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
  void resumeAfterUpdate(parts.db, parts.build)
    .then(() => tidy(parts.db, parts.now()))
    .catch(() => {})
    .then(nudge)
  liveQuery(() => openEntries(parts.db)).subscribe({
    next: (entries) => {
      leaveHint(entries.length)
      showOnIcon(entries.filter(isPending).length)
    },
    error: () => {},
  })
  return { parts, sender }
}

function leaveHint(count: number): void {
  try {
    if (count > 0) localStorage.setItem(HINT_KEY, String(count))
    else localStorage.removeItem(HINT_KEY)
  } catch {
    // Storage is denied: the sender starts a little later then.
  }
}

function showOnIcon(count: number): void {
  // Not every browser has icons with numbers.
  const badge: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>> = navigator
  void (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => {})
}
