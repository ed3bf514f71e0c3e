import type { Language } from '@tsedra/contract/language'
import { dataDatabase, readSnapshot } from './database.ts'
import { openShelf, type Shelf } from './shelf.ts'

export const data = dataDatabase()

/** What was read once in this page stays read until a newer snapshot takes its place. */
const shelves = new Map<Language, Promise<Shelf | undefined>>()

/** The catalogue of a language that this device keeps; undefined when it keeps none. */
export function shelfOf(lang: Language): Promise<Shelf | undefined> {
  const known = shelves.get(lang)
  if (known) return known
  const opening = open(lang)
  shelves.set(lang, opening)
  return opening
}

/** The snapshot has changed: the next question reads it anew. */
export const clearShelf = (lang: Language): void => void shelves.delete(lang)

async function open(lang: Language): Promise<Shelf | undefined> {
  const stored = await readSnapshot(data, lang)
  if (stored) return openShelf(stored.data)
  clearShelf(lang)
  return undefined
}
