import { createStore } from '../shared/store.ts'

/** Bytes of quota in a private window of Safari 18.4 and later; an ordinary one has a large part of the disk. */
const SAFARI_PRIVATE_QUOTA = 1.1e9
/** Milliseconds that the browser may take to answer. */
const DETECTION_TIMEOUT_MS = 300

/** Parts of the browser that not every one has, or not on plain http. */
interface BrowserSignals {
  storage?: Partial<Pick<StorageManager, 'persisted' | 'estimate' | 'getDirectory'>>
  vendor?: string
}
interface HeapLimits {
  memory?: { jsHeapSizeLimit: number }
}

/**
 * Whether this looks like a private window, whose storage is deleted when it is closed. No browser tells; each sign below is
 * one that ordinary windows do not have, and in doubt the answer is no (infra/decisions/0009-phone-outbox.md says which
 * private windows are missed).
 */
export async function isEphemeralStorage(
  signals: BrowserSignals = navigator,
  { memory }: HeapLimits = performance as HeapLimits,
): Promise<boolean> {
  const { storage, vendor = '' } = signals
  if (!storage || (await storage.persisted?.().catch(() => false))) return false
  // Firefox and Safari refuse private windows the file system of an origin.
  const isApple = vendor.startsWith('Apple')
  const isChromium = vendor.startsWith('Google')
  const fileSystemError = isChromium ? '' : await readFileSystemError(storage)
  if (isApple ? fileSystemError === 'UnknownError' : fileSystemError === 'SecurityError') return true
  const { quota } = (await storage.estimate?.().catch(() => undefined)) ?? {}
  if (quota === undefined) return false
  if (isApple) return quota < SAFARI_PRIVATE_QUOTA
  // Chromium keeps private windows in memory. Older versions report a quota to match, version 156 reports 10 GiB everywhere.
  return memory !== undefined && quota < memory.jsHeapSizeLimit
}

/** Returns the name of the error, if the browser refuses the file system of this origin. */
const readFileSystemError = async (storage: NonNullable<BrowserSignals['storage']>): Promise<string> => {
  try {
    await storage.getDirectory?.()
    return ''
  } catch (error) {
    return error instanceof Error ? error.name : ''
  }
}

const ephemeralStore = createStore(false)
let detection: Promise<void> | undefined

/** Renders again when it is known. */
export const useIsEphemeralStorage = ephemeralStore.use

/** Looks once per page; resolves when it is known, or after a moment all the same. */
export async function detectEphemeralStorage(): Promise<void> {
  detection ??= isEphemeralStorage().then(ephemeralStore.set, () => {})
  await Promise.race([detection, new Promise((resolve) => setTimeout(resolve, DETECTION_TIMEOUT_MS))])
}
