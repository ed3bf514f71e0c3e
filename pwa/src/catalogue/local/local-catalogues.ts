import type { Language } from '@tsedra/contract/language'
import { createCatalogueDatabase, readSnapshot } from './catalogue-database.ts'
import { createLocalCatalogue, type LocalCatalogue } from './local-catalogue.ts'

export const catalogueDatabase = createCatalogueDatabase()

/** Catalogues read by this page, cached until a newer snapshot replaces them. */
const catalogues = new Map<Language, Promise<LocalCatalogue | undefined>>()

/** Returns the local catalogue of a language; undefined without a stored snapshot. */
export function getLocalCatalogue(lang: Language): Promise<LocalCatalogue | undefined> {
  const cached = catalogues.get(lang)
  if (cached) return cached
  const opening = openLocalCatalogue(lang)
  catalogues.set(lang, opening)
  return opening
}

/** Clears the cache after the snapshot has changed, so that the next query reads it again. */
export const clearLocalCatalogue = (lang: Language): void => void catalogues.delete(lang)

async function openLocalCatalogue(lang: Language): Promise<LocalCatalogue | undefined> {
  const stored = await readSnapshot(catalogueDatabase, lang)
  if (stored) return createLocalCatalogue(stored.data)
  clearLocalCatalogue(lang)
  return undefined
}
