import type { Snapshot } from '@tsedra/contract/snapshot'
import type { Language } from '@tsedra/contract/language'
import { notifyApiReached } from '../../shared/api.ts'
import { type CatalogueDatabase, readSnapshot, type StoredSnapshot } from '../local/catalogue-database.ts'
import { fetchSnapshot } from './fetch-snapshot.ts'

/** Milliseconds for which the server must send a much smaller catalogue before it is accepted: a broken deploy is fixed by then. */
const SHRINK_CONFIRMATION_MS = 24 * 3_600_000

export type RefreshResult =
  /** The stored snapshot is the newest. */
  | 'same'
  /** No valid response: the stored snapshot stays. */
  | 'kept'
  /** Another tab stored a snapshot first: the next check decides which is newer. */
  | 'overtaken'
  | { stored: Snapshot; previous: Snapshot | undefined }

/**
 * Fetches the catalogue of a language unless the stored snapshot is the newest, and stores it only if valid: our header,
 * JSON, the contract's schema, not empty, and at least half as many products as stored.
 *
 * It is written as one record in one transaction, so an interruption leaves the old or the new snapshot, never a part.
 */
export async function refreshSnapshot(db: CatalogueDatabase, lang: Language, now = Date.now()): Promise<RefreshResult> {
  const previous = await readSnapshot(db, lang)
  const startedOffline = !navigator.onLine
  try {
    const fetched = await fetchSnapshot(lang, previous)
    if (!fetched) return 'kept'
    notifyApiReached(startedOffline)
    if (fetched === 'same') {
      if (previous?.doubtedSince !== undefined)
        await db.catalogue.update(lang, (stored) => {
          delete stored.doubtedSince
        })
      return 'same'
    }
    const { etag, snapshot } = fetched
    const { schema, version } = snapshot
    return await storeSnapshot(db, { lang, schema, version, etag, fetchedAt: now, data: snapshot }, previous)
  } catch {
    return 'kept'
  }
}

function storeSnapshot(
  db: CatalogueDatabase,
  fetched: StoredSnapshot,
  previous: StoredSnapshot | undefined,
): Promise<RefreshResult> {
  return db.transaction('rw', db.catalogue, async (): Promise<RefreshResult> => {
    const stored = await db.catalogue.get(fetched.lang)
    if (stored?.etag !== previous?.etag) return 'overtaken'
    if (stored && fetched.data.products.length * 2 < stored.data.products.length) {
      const { doubtedSince = fetched.fetchedAt } = stored
      if (fetched.fetchedAt - doubtedSince < SHRINK_CONFIRMATION_MS) {
        await db.catalogue.put({ ...stored, doubtedSince })
        return 'kept'
      }
    }
    await db.catalogue.put(fetched)
    return { stored: fetched.data, previous: stored?.data }
  })
}
