import { recall, remember } from '../shared/remembered.ts'

const ASKED = 'persist'

/**
 * Asks the browser, once, not to throw the outbox away when the disk is full: when there is something to be kept.
 *
 * @param again something has changed since, such as the shop being installed: what was refused may be granted now
 */
export function askToPersist({ again = false } = {}): void {
  // Not every browser has it; some ask the person.
  const storage: Partial<Pick<StorageManager, 'persist'>> | undefined = navigator.storage
  if (!storage?.persist || (recall(ASKED) && !again)) return
  remember(ASKED, 'asked')
  void storage.persist().catch(() => {})
}
