import { LARGE_PICTURE_CACHE, THUMBNAIL_CACHE } from '../shared/picture-caches.ts'
import type { OutboxDatabase } from './database.ts'

/** The phone cannot keep anything now. Nothing may be called saved. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  /** There is a database, and what is in it is not known at this moment; else there is none. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing, ...options }: ErrorOptions & { isPassing: boolean }) {
    super(message, options)
    this.isPassing = isPassing
  }
}

const REOPEN_MS = [200, 800, 2_000]
const LIMIT_MS = 4_000

/** Pictures are kept for convenience, the small ones more than the large; an order needs two kilobytes. */
const spareCaches = [LARGE_PICTURE_CACHE, THUMBNAIL_CACHE]

/** Connections that died under us: WebKit's database process goes away, another tab upgrades or deletes. */
const reopenable = new Set(['UnknownError', 'DatabaseClosedError', 'InvalidStateError', 'TransactionInactiveError'])

export interface StorageLimits {
  limitMs?: number
  reopenMs?: readonly number[]
}

/**
 * Works on the database as long as there is hope: a dead connection is opened again, a full disk loses its pictures.
 *
 * @param work is told when that is over: what it writes after that would not be what was said
 * @throws StorageUnavailable after at most four seconds, also when the database hangs
 */
export async function withStorage<Result>(
  db: OutboxDatabase,
  work: (until: AbortSignal) => Promise<Result>,
  { limitMs = LIMIT_MS, reopenMs = REOPEN_MS }: StorageLimits = {},
): Promise<Result> {
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new StorageUnavailable('the database hangs', { isPassing: true })),
    limitMs,
  )
  const late = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason as StorageUnavailable))
  })
  try {
    return await Promise.race([insist(db, () => work(limit.signal), reopenMs), late])
  } finally {
    clearTimeout(timer)
  }
}

async function insist<Result>(
  db: OutboxDatabase,
  work: () => Promise<Result>,
  reopenMs: readonly number[],
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const pause = reopenMs[attempt]
      if (await makeRoom(error)) continue
      const isPassing = reopenable.has(nameOf(error))
      if (pause === undefined || !isPassing) throw new StorageUnavailable(nameOf(error), { cause: error, isPassing })
      db.close({ disableAutoOpen: false })
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** True after a full disk, when it is less full now. */
export const makeRoom = async (error: unknown): Promise<boolean> => isQuota(error) && sweep().catch(() => false)

/**
 * Makes room with the pictures that are missed least; false when there are none left.
 *
 * One by one: a cache deleted as a whole keeps its room as long as anybody holds on to it.
 */
async function sweep(): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  for (const name of spareCaches) {
    const cache = await caches.open(name)
    const pictures = await cache.keys()
    await Promise.all(pictures.map((picture) => cache.delete(picture)))
    if (pictures.length > 0) return true
  }
  return false
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

function isQuota(error: unknown): boolean {
  const inner = error instanceof Error && 'inner' in error ? error.inner : undefined
  return nameOf(error) === 'QuotaExceededError' || nameOf(inner) === 'QuotaExceededError'
}
