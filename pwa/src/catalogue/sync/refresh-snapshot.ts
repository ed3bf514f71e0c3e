import type { getCatalogue, Snapshot } from '@tsedra/contract/snapshot'
import type { Language } from '@tsedra/contract/language'
import { UPDATE_REQUIRED_EVENT } from '../../shared/update-required.ts'
import { notifyApiReached, hasAppHeader, isApiResponse } from '../../shared/api.ts'
import { registerPreload } from '../../shared/lazy-component.ts'
import { buildRequest } from '@tsedra/contract/build-request'
import { type CatalogueDatabase, readSnapshot, type StoredSnapshot } from '../local/catalogue-database.ts'

/** Timeout in milliseconds: a snapshot is slow on a bad network. */
const REQUEST_TIMEOUT_MS = 60_000
/** Milliseconds for which the server must send a much smaller catalogue before it is accepted: a broken deploy is fixed by then. */
const SHRINK_CONFIRMATION_MS = 24 * 3_600_000

const address: (typeof getCatalogue)['route'] = 'GET /api/catalogue/:lang'

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
    const response = await fetch(buildRequest(address, { params: { lang } }).url, {
      credentials: 'omit',
      headers: previous ? { 'If-None-Match': previous.etag } : {},
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (response.status === 304 && previous && hasAppHeader(response)) {
      notifyApiReached(startedOffline)
      if (previous.doubtedSince !== undefined)
        await db.catalogue.update(lang, (stored) => {
          delete stored.doubtedSince
        })
      return 'same'
    }
    const etag = response.headers.get('etag')
    const fetched =
      response.ok && isApiResponse(response) && etag ? await parseSnapshot(await response.json(), lang) : undefined
    if (!fetched || !etag) return 'kept'
    notifyApiReached(startedOffline)
    return await storeSnapshot(
      db,
      { lang, schema: fetched.schema, version: fetched.version, etag, fetchedAt: now, data: fetched },
      previous,
    )
  } catch {
    return 'kept'
  }
}

const loadSchema = () => import('@tsedra/contract/snapshot')
registerPreload(loadSchema)

/**
 * Validates a snapshot by the contract's schema, which is loaded on first use (7 KB). A newer schema version means that a newer
 * build of the page exists.
 */
async function parseSnapshot(body: unknown, lang: Language): Promise<Snapshot | undefined> {
  const { CATALOGUE_SCHEMA, snapshot } = await loadSchema()
  const { success, data } = snapshot.safeParse(body)
  if (!success && Number((body as { schema?: unknown } | null)?.schema) > CATALOGUE_SCHEMA)
    dispatchEvent(new Event(UPDATE_REQUIRED_EVENT))
  return success && data.lang === lang && data.products.length > 0 ? data : undefined
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
