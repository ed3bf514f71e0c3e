import { readLocal, writeLocal } from '../shared/local-storage.ts'

const REQUESTED_KEY = 'persist'

/**
 * Asks the browser, once, not to throw the outbox away when the disk is full: when there is something to be kept.
 *
 * @param again something has changed since, such as the shop being installed: what was refused may be granted now
 */
export function requestPersistentStorage({ again: shouldRetry = false } = {}): void {
  // Not every browser has it; some ask the person.
  const storage: Partial<Pick<StorageManager, 'persist'>> | undefined = navigator.storage
  if (!storage?.persist || (readLocal(REQUESTED_KEY) && !shouldRetry)) return
  writeLocal(REQUESTED_KEY, 'asked')
  void storage.persist().catch(() => {})
}
