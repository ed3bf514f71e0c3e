import type { Language } from '@tsedra/contract/language'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { createStore } from '../shared/store.ts'

/** The last look at the shop found nobody who could say whether what is kept is still true. */
const unconfirmedStore = createStore(false)
export const useIsUnconfirmed = unconfirmedStore.use

/**
 * When the shop last confirmed the catalogue that is kept in a language, in milliseconds since 1970; undefined when nothing
 * is kept. The mark is read without opening any database (infra/decisions/0018-local-catalogue.md).
 */
export const getConfirmedAt = (lang: Language): number | undefined => Number(readLocal(`snapshot.${lang}`)) || undefined

/** The shop says that what is kept is the newest. */
export function markConfirmed(lang: Language): void {
  writeLocal(`snapshot.${lang}`, `${Date.now()}`)
  unconfirmedStore.set(false)
}

/** A look has heard nothing to be trusted. */
export const markUnconfirmed = (): void => unconfirmedStore.set(true)
