import type { Language } from '@tsedra/contract/language'
import { ApiError, UnreachableError } from '../shared/api.ts'
import { getConfirmedAt } from './catalogue-freshness.ts'
import type { LocalCatalogue } from './local/local-catalogue.ts'

/** Milliseconds that the shop may take to tell of what this device does not know. */
const REQUEST_TIMEOUT_MS = 5_000

/**
 * Decides where an answer comes from: a catalogue that is kept on this device answers, else the shop is asked
 * (infra/decisions/0018-local-catalogue.md).
 *
 * What the kept catalogue does not know may be new, so the shop is asked for it; with nobody there it does not exist.
 *
 * @throws ApiRefusal when there is no such thing, Unreachable when nothing is kept and nobody of ours answered
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

/** The mark says that there is one without opening anything (on-phone/keep.ts). */
async function openLocalCatalogue(lang: Language): Promise<LocalCatalogue | undefined> {
  if (!getConfirmedAt(lang)) return undefined
  try {
    const { getLocalCatalogue: shelfOf } = await import('./local/local-catalogues.ts')
    return await shelfOf(lang)
  } catch {
    return undefined
  }
}
