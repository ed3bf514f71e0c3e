import type { getCatalogue, Snapshot } from '@tsedra/contract/catalogue'
import type { Language } from '@tsedra/contract/language'
import { UPDATE_REQUIRED_EVENT } from '../../shared/update-required.ts'
import { notifyApiReached, hasAppHeader, isApiResponse } from '../../shared/api.ts'
import { registerPreload } from '../../shared/lazy-component.ts'
import { buildRequest } from '@tsedra/contract/locate'
import { type CatalogueDatabase, readSnapshot, type StoredSnapshot } from '../local/catalogue-database.ts'

/** Milliseconds that a snapshot may take on a bad network. */
const REQUEST_TIMEOUT_MS = 60_000
/** Milliseconds for which a much smaller catalogue must be sent before it is believed: a broken deploy is mended by then. */
const SHRINK_CONFIRMATION_MS = 24 * 3_600_000

const address: (typeof getCatalogue)['route'] = 'GET /api/catalogue/:lang'

export type RefreshResult =
  /** What is kept is what the shop has. */
  | 'same'
  /** Nothing was heard, or nothing to be trusted: what is kept stays. */
  | 'kept'
  /** Another tab was faster: which of the two is newer, the next look tells. */
  | 'overtaken'
  | { stored: Snapshot; previous: Snapshot | undefined }

/**
 * Fetches the whole catalogue of a language unless the kept one is the newest, and keeps it only when it is whole and sane:
 * our mark, JSON, the contract's shape, not empty, not less than half of what is kept.
 *
 * It is one record in one transaction: whatever breaks off, the old or the new one is there, never half of one.
 */
export async function refreshSnapshot(db: CatalogueDatabase, lang: Language, now = Date.now()): Promise<RefreshResult> {
  const previous = await readSnapshot(db, lang)
  try {
    const response = await fetch(buildRequest(address, { params: { lang } }).url, {
      credentials: 'omit',
      headers: previous ? { 'If-None-Match': previous.etag } : {},
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (response.status === 304 && previous && hasAppHeader(response)) {
      notifyApiReached()
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
    notifyApiReached()
    return await storeSnapshot(
      db,
      { lang, schema: fetched.schema, version: fetched.version, etag, fetchedAt: now, data: fetched },
      previous,
    )
  } catch {
    return 'kept'
  }
}

const loadSchema = () => import('@tsedra/contract/catalogue')
registerPreload(loadSchema)

/**
 * The contract's own schema judges: 7 KB that nobody waits for. A catalogue of a kind that this page does not know yet
 * means that there is a newer page.
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
