import { LARGE_PICTURE_CACHE, THUMBNAIL_CACHE } from '../shared/picture-caches.ts'
import type { OutboxDatabase } from './database.ts'

/** The phone cannot keep anything now. Nothing may be called saved. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  /** There is a database, and what is in it is not known at this moment; else there is none. */
  readonly isTemporary: boolean

  constructor(message: string, { isTemporary: isPassing, ...options }: ErrorOptions & { isTemporary: boolean }) {
    super(message, options)
    this.isTemporary = isPassing
  }
}

const REOPEN_DELAYS_MS = [200, 800, 2_000]
const TIMEOUT_MS = 4_000

/** Pictures are kept for convenience, the small ones more than the large; an order needs two kilobytes. */
const evictableCaches = [LARGE_PICTURE_CACHE, THUMBNAIL_CACHE]

/** Connections that died under us: WebKit's database process goes away, another tab upgrades or deletes. */
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
 * Works on the database as long as there is hope: a dead connection is opened again, a full disk loses its pictures.
 *
 * @param work is told when that is over: what it writes after that would not be what was said
 * @throws StorageUnavailable after at most four seconds, also when the database hangs
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

/** True after a full disk, when it is less full now. */
export const freeSpace = async (error: unknown): Promise<boolean> =>
  isQuotaExceeded(error) && evictPictures().catch(() => false)

/**
 * Makes room with the pictures that are missed least; false when there are none left.
 *
 * One by one: a cache deleted as a whole keeps its room as long as anybody holds on to it.
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
