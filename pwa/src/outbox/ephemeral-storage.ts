import { createStore } from '../shared/store.ts'

/** Bytes of quota in a private window of Safari 18.4 and later; an ordinary window may use a large part of the disk. */
const SAFARI_PRIVATE_QUOTA = 1.1e9
/** Timeout of the detection, in ms. */
const DETECTION_TIMEOUT_MS = 300

/** Browser APIs that are missing in some browsers, or on plain http. */
interface BrowserSignals {
  storage?: Partial<Pick<StorageManager, 'persisted' | 'estimate' | 'getDirectory'>>
  vendor?: string
}
interface HeapLimits {
  memory?: { jsHeapSizeLimit: number }
}

/**
 * Returns whether this looks like a private window, whose storage is deleted when it is closed. No browser reports it, so
 * each check below matches private windows only; in doubt the result is false (infra/decisions/0009-phone-outbox.md lists
 * the private windows that are missed).
 */
export async function isEphemeralStorage(
  signals: BrowserSignals = navigator,
  { memory }: HeapLimits = performance as HeapLimits,
): Promise<boolean> {
  const { storage, vendor = '' } = signals
  if (!storage || (await storage.persisted?.().catch(() => false))) return false
  // Firefox and Safari deny private windows the origin private file system.
  const isApple = vendor.startsWith('Apple')
  const isChromium = vendor.startsWith('Google')
  const fileSystemError = isChromium ? '' : await readFileSystemError(storage)
  if (isApple ? fileSystemError === 'UnknownError' : fileSystemError === 'SecurityError') return true
  const { quota } = (await storage.estimate?.().catch(() => undefined)) ?? {}
  if (quota === undefined) return false
  if (isApple) return quota < SAFARI_PRIVATE_QUOTA
  // Chromium stores private windows in memory. Older versions report a matching quota, version 156 always 10 GiB.
  return memory !== undefined && quota < memory.jsHeapSizeLimit
}

/** Returns the name of the error if the browser denies the origin private file system, else an empty string. */
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

/** Returns whether the storage is ephemeral; renders again once the detection has finished. */
export const useIsEphemeralStorage = ephemeralStore.use

/** Runs the detection once per page; resolves when it has finished, or after the timeout. */
export async function detectEphemeralStorage(): Promise<void> {
  detection ??= isEphemeralStorage().then(ephemeralStore.set, () => {})
  await Promise.race([detection, new Promise((resolve) => setTimeout(resolve, DETECTION_TIMEOUT_MS))])
}
