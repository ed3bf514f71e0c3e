import type { Language } from '@tsedra/contract/language'
import { ApiError, UnreachableError } from '../shared/api.ts'
import { getConfirmedAt } from './catalogue-freshness.ts'
import type { LocalCatalogue } from './local/local-catalogue.ts'

/** Timeout in milliseconds of a request for an item that the local catalogue does not contain. */
const REQUEST_TIMEOUT_MS = 5_000

/**
 * Reads from the local catalogue if this device has one, else from the server (infra/decisions/0018-local-catalogue.md).
 *
 * An item that the local catalogue does not contain may be new, so the server is requested; if unreachable, it counts as
 * not found.
 *
 * @throws ApiError when the item does not exist, UnreachableError without a local catalogue and a response
 */
export async function readCatalogue<Reply>(
  lang: Language,
  readLocally: (catalogue: LocalCatalogue) => Reply | undefined | Promise<Reply | undefined>,
  request: (signal: AbortSignal) => Promise<Reply>,
  signal: AbortSignal,
): Promise<Reply> {
  const catalogue = await openLocalCatalogue(lang)
  if (!catalogue) return request(signal)
  const result = await readLocally(catalogue)
  if (result) return result
  try {
    return await request(AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]))
  } catch (error) {
    if (error instanceof UnreachableError) throw new ApiError('not_found', 404, 'not in the catalogue on this device')
    throw error
  }
}

/** Opens the local catalogue if its local storage mark is set (catalogue-freshness.ts). */
async function openLocalCatalogue(lang: Language): Promise<LocalCatalogue | undefined> {
  if (!getConfirmedAt(lang)) return undefined
  try {
    const { getLocalCatalogue } = await import('./local/local-catalogues.ts')
    return await getLocalCatalogue(lang)
  } catch {
    return undefined
  }
}
