import { Dexie } from 'dexie'
import type { OutboxDatabase } from './database.ts'

/** Milliseconds between two reads. After an outage a thousand requests may be sent, and each read delays the next one. */
const THROTTLE_MS = 250

interface QueryListener<Value> {
  next: (value: Value) => void
  error?: () => void
}

/**
 * Emits the result of a query now and after changes by any tab or worker. Throttled: the last change is always emitted,
 * earlier ones may be skipped. Dexie's liveQuery would emit each change.
 *
 * @returns a function that unsubscribes
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
