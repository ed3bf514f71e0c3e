import { Dexie } from 'dexie'
import type { OutboxDatabase } from './database.ts'

/** Milliseconds between two looks. After an outage a thousand requests leave, and each look holds up the next of them. */
const PACE_MS = 250

interface Follower<Value> {
  next: (value: Value) => void
  error?: () => void
}

/**
 * Tells what the database says now, and again after changes, whichever tab or worker makes them: the last one is always
 * told, those before it may be passed over. One that hears of each change is Dexie's liveQuery.
 *
 * @returns how to stop
 */
export function follow<Value>(
  db: OutboxDatabase,
  read: (db: OutboxDatabase) => Promise<Value>,
  { next, error = () => {} }: Follower<Value>,
): () => void {
  const mine = `idb://${db.name}/`
  let stopped = false
  let looking = false
  let again = false

  const changed = (parts: object) => {
    if (Object.keys(parts).some((part) => part === 'all' || part.startsWith(mine))) void look()
  }
  Dexie.on.storagemutated.subscribe(changed)
  void look()
  return () => {
    stopped = true
    Dexie.on.storagemutated.unsubscribe(changed)
  }

  async function look(): Promise<void> {
    again = true
    if (looking) return
    looking = true
    while (again && !stopped) {
      again = false
      await read(db).then(
        (value) => stopped || next(value),
        () => stopped || error(),
      )
      await new Promise((resolve) => setTimeout(resolve, PACE_MS))
    }
    looking = false
  }
}
