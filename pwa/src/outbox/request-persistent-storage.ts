import { readLocal, writeLocal } from '../shared/local-storage.ts'

const REQUESTED_KEY = 'persist'

/**
 * Requests persistent storage, once, so that the browser does not evict the outbox when the disk is full. Callers do so
 * when the outbox has an entry.
 *
 * @param again requests it once more, for example after the app was installed: the browser may grant it now
 */
export function requestPersistentStorage({ again: shouldRetry = false } = {}): void {
  // Some browsers lack the API; some prompt the user.
  const storage: Partial<Pick<StorageManager, 'persist'>> | undefined = navigator.storage
  if (!storage?.persist || (readLocal(REQUESTED_KEY) && !shouldRetry)) return
  writeLocal(REQUESTED_KEY, 'asked')
  void storage.persist().catch(() => {})
}
