import { LARGE_PICTURE_CACHE, THUMBNAIL_CACHE } from '../shared/picture-caches.ts'
import type { OutboxDatabase } from './database.ts'

/** The storage is unavailable: the page must not report anything as saved. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  /** True: the database exists but is unreadable at the moment. False: there is none. */
  readonly isTemporary: boolean

  constructor(message: string, { isTemporary, ...options }: ErrorOptions & { isTemporary: boolean }) {
    super(message, options)
    this.isTemporary = isTemporary
  }
}

const REOPEN_DELAYS_MS = [200, 800, 2_000]
const TIMEOUT_MS = 4_000

/** Evictable in this order: pictures are a mere cache, and an order needs only two kilobytes. */
const evictableCaches = [LARGE_PICTURE_CACHE, THUMBNAIL_CACHE]

/** Errors of a lost connection: WebKit's database process has exited, or another tab upgrades or deletes the database. */
const reopenableErrors = new Set([
  'UnknownError',
  'DatabaseClosedError',
  'InvalidStateError',
  'TransactionInactiveError',
])

export interface StorageTimeouts {
  timeoutMs?: number
  reopenDelaysMs?: readonly number[]
}

/**
 * Runs `work` on the database with retries: opens a lost connection again, and evicts cached pictures from a full disk.
 *
 * @param work its signal is aborted at the timeout: the page reports a failure then, so nothing may be written afterwards
 * @throws StorageUnavailable after four seconds at most, also when the database hangs
 */
export async function withStorage<Result>(
  db: OutboxDatabase,
  work: (signal: AbortSignal) => Promise<Result>,
  { timeoutMs = TIMEOUT_MS, reopenDelaysMs = REOPEN_DELAYS_MS }: StorageTimeouts = {},
): Promise<Result> {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new StorageUnavailable('the database hangs', { isTemporary: true })),
    timeoutMs,
  )
  const timedOut = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as StorageUnavailable))
  })
  try {
    return await Promise.race([retryWithReopen(db, () => work(controller.signal), reopenDelaysMs), timedOut])
  } finally {
    clearTimeout(timer)
  }
}

async function retryWithReopen<Result>(
  db: OutboxDatabase,
  work: () => Promise<Result>,
  reopenDelaysMs: readonly number[],
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const delayMs = reopenDelaysMs[attempt]
      if (await freeSpace(error)) continue
      const isTemporary = reopenableErrors.has(errorNameOf(error))
      if (delayMs === undefined || !isTemporary)
        throw new StorageUnavailable(errorNameOf(error), { cause: error, isTemporary })
      db.close({ disableAutoOpen: false })
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}

/** Evicts pictures after a quota error; returns whether that has freed space. */
export const freeSpace = async (error: unknown): Promise<boolean> =>
  isQuotaExceeded(error) && evictPictures().catch(() => false)

/**
 * Deletes the pictures of the first non-empty cache; returns false when all are empty.
 *
 * Deletes picture by picture: the space of a deleted cache is freed only once no context has it open.
 */
async function evictPictures(): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  for (const name of evictableCaches) {
    const cache = await caches.open(name)
    const pictures = await cache.keys()
    await Promise.all(pictures.map((picture) => cache.delete(picture)))
    if (pictures.length > 0) return true
  }
  return false
}

const errorNameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

function isQuotaExceeded(error: unknown): boolean {
  const inner = error instanceof Error && 'inner' in error ? error.inner : undefined
  return errorNameOf(error) === 'QuotaExceededError' || errorNameOf(inner) === 'QuotaExceededError'
}
