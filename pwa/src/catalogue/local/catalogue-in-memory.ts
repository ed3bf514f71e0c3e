import type { Language } from '@tsedra/contract/language'
import type { getCatalogue } from '@tsedra/contract/snapshot'
import { callApi } from '../../shared/api.ts'
import { getConfirmedAt } from '../catalogue-freshness.ts'
import { createLocalCatalogue, type LocalCatalogue } from './local-catalogue.ts'
import { getLocalCatalogue } from './local-catalogues.ts'

/** Catalogues of snapshots that this device has not stored yet. */
const fetched = new Map<Language, Promise<LocalCatalogue>>()

/**
 * Returns the local catalogue; before the first snapshot is stored, or without a database, one of the server's response.
 *
 * @throws UnreachableError without a stored snapshot and a response
 */
export async function openCatalogue(lang: Language): Promise<LocalCatalogue> {
  const stored = getConfirmedAt(lang) ? await getLocalCatalogue(lang).catch(() => undefined) : undefined
  if (stored) {
    fetched.delete(lang)
    return stored
  }
  const cached = fetched.get(lang)
  if (cached) return cached
  const opening = callApi<typeof getCatalogue>('GET /api/catalogue/:lang', { params: { lang } }).then((response) => {
    if ('since' in response) throw new Error('a delta that was not requested')
    return createLocalCatalogue(response)
  })
  fetched.set(lang, opening)
  opening.catch(() => fetched.delete(lang))
  return opening
}
