import { Dexie } from 'dexie'
import type { OutboxDatabase } from './database.ts'

/** Milliseconds between two looks. After an outage a thousand requests leave, and each look holds up the next of them. */
const THROTTLE_MS = 250

interface QueryListener<Value> {
  next: (value: Value) => void
  error?: () => void
}

/**
 * Tells what the database says now, and again after changes, whichever tab or worker makes them: the last one is always
 * told, those before it may be passed over. One that hears of each change is Dexie's liveQuery.
 *
 * @returns how to stop
 */
export function observeQuery<Value>(
  db: OutboxDatabase,
  read: (db: OutboxDatabase) => Promise<Value>,
  { next, error = () => {} }: QueryListener<Value>,
): () => void {
  const databasePrefix = `idb://${db.name}/`
  let isStopped = false
  let isReading = false
  let shouldReadAgain = false

  const onMutation = (parts: object) => {
    if (Object.keys(parts).some((part) => part === 'all' || part.startsWith(databasePrefix))) void refresh()
  }
  Dexie.on.storagemutated.subscribe(onMutation)
  void refresh()
  return () => {
    isStopped = true
    Dexie.on.storagemutated.unsubscribe(onMutation)
  }

  async function refresh(): Promise<void> {
    shouldReadAgain = true
    if (isReading) return
    isReading = true
    while (shouldReadAgain && !isStopped) {
      shouldReadAgain = false
      await read(db).then(
        (value) => isStopped || next(value),
        () => isStopped || error(),
      )
      await new Promise((resolve) => setTimeout(resolve, THROTTLE_MS))
    }
    isReading = false
  }
}
