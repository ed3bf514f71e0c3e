import type { Language } from '@tsedra/contract/language'
import { createCatalogueDatabase, readSnapshot } from './catalogue-database.ts'
import { createLocalCatalogue, type LocalCatalogue } from './local-catalogue.ts'

export const catalogueDatabase = createCatalogueDatabase()

/** What was read once in this page stays read until a newer snapshot takes its place. */
const catalogues = new Map<Language, Promise<LocalCatalogue | undefined>>()

/** The catalogue of a language that this device keeps; undefined when it keeps none. */
export function getLocalCatalogue(lang: Language): Promise<LocalCatalogue | undefined> {
  const cached = catalogues.get(lang)
  if (cached) return cached
  const opening = openLocalCatalogue(lang)
  catalogues.set(lang, opening)
  return opening
}

/** The snapshot has changed: the next question reads it anew. */
export const clearLocalCatalogue = (lang: Language): void => void catalogues.delete(lang)

async function openLocalCatalogue(lang: Language): Promise<LocalCatalogue | undefined> {
  const stored = await readSnapshot(catalogueDatabase, lang)
  if (stored) return createLocalCatalogue(stored.data)
  clearLocalCatalogue(lang)
  return undefined
}
