import type { getCatalogue, Snapshot } from '@tsedra/contract/catalogue'
import type { Language } from '@tsedra/contract/language'
import { TOO_OLD } from '../../shared/too-old.ts'
import { announceReached, isMarked, isOurs } from '../../shared/api.ts'
import { neededLater } from '../../shared/lazily.ts'
import { locate } from '@tsedra/contract/locate'
import { type DataDatabase, readSnapshot, type StoredSnapshot } from '../local/database.ts'

/** Milliseconds that a snapshot may take on a bad network. */
const LIMIT_MS = 60_000
/** Milliseconds for which a much smaller catalogue must be sent before it is believed: a broken deploy is mended by then. */
const DOUBT_MS = 24 * 3_600_000

const address: (typeof getCatalogue)['address'] = 'GET /api/catalogue/:lang'

export type Refreshed =
  /** What is kept is what the shop has. */
  | 'same'
  /** Nothing was heard, or nothing to be trusted: what is kept stays. */
  | 'kept'
  /** Another tab was faster: which of the two is newer, the next look tells. */
  | 'overtaken'
  | { stored: Snapshot; before: Snapshot | undefined }

/**
 * Fetches the whole catalogue of a language unless the kept one is the newest, and keeps it only when it is whole and sane:
 * our mark, JSON, the contract's shape, not empty, not less than half of what is kept.
 *
 * It is one record in one transaction: whatever breaks off, the old or the new one is there, never half of one.
 */
export async function refreshSnapshot(db: DataDatabase, lang: Language, now = Date.now()): Promise<Refreshed> {
  const before = await readSnapshot(db, lang)
  try {
    const response = await fetch(locate(address, { params: { lang } }).url, {
      credentials: 'omit',
      headers: before ? { 'If-None-Match': before.etag } : {},
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (response.status === 304 && before && isMarked(response)) {
      announceReached()
      if (before.doubtedSince !== undefined)
        await db.catalogue.update(lang, (stored) => {
          delete stored.doubtedSince
        })
      return 'same'
    }
    const etag = response.headers.get('etag')
    const found = response.ok && isOurs(response) && etag ? await parsed(await response.json(), lang) : undefined
    if (!found || !etag) return 'kept'
    announceReached()
    return await keep(
      db,
      { lang, schema: found.schema, version: found.version, etag, fetchedAt: now, data: found },
      before,
    )
  } catch {
    return 'kept'
  }
}

const schemaPart = () => import('@tsedra/contract/catalogue')
neededLater(schemaPart)

/**
 * The contract's own schema judges: 7 KB that nobody waits for. A catalogue of a kind that this page does not know yet
 * means that there is a newer page.
 */
async function parsed(body: unknown, lang: Language): Promise<Snapshot | undefined> {
  const { CATALOGUE_SCHEMA, snapshot } = await schemaPart()
  const { success, data } = snapshot.safeParse(body)
  if (!success && Number((body as { schema?: unknown } | null)?.schema) > CATALOGUE_SCHEMA)
    dispatchEvent(new Event(TOO_OLD))
  return success && data.lang === lang && data.products.length > 0 ? data : undefined
}

function keep(db: DataDatabase, fetched: StoredSnapshot, before: StoredSnapshot | undefined): Promise<Refreshed> {
  return db.transaction('rw', db.catalogue, async (): Promise<Refreshed> => {
    const stored = await db.catalogue.get(fetched.lang)
    if (stored?.etag !== before?.etag) return 'overtaken'
    if (stored && fetched.data.products.length * 2 < stored.data.products.length) {
      const { doubtedSince = fetched.fetchedAt } = stored
      if (fetched.fetchedAt - doubtedSince < DOUBT_MS) {
        await db.catalogue.put({ ...stored, doubtedSince })
        return 'kept'
      }
    }
    await db.catalogue.put(fetched)
    return { stored: fetched.data, before: stored?.data }
  })
}
