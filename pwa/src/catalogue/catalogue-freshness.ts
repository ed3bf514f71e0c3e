import type { Language } from '@tsedra/contract/language'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { createStore } from '../shared/store.ts'

/** Whether the last check could not confirm that the local catalogue is current. */
const unconfirmedStore = createStore(false)
export const useIsUnconfirmed = unconfirmedStore.use

/**
 * Returns when the server last confirmed the local catalogue of a language, in milliseconds since 1970; undefined without
 * one. Reads a local storage mark, without opening a database (infra/decisions/0018-local-catalogue.md).
 */
export const getConfirmedAt = (lang: Language): number | undefined => Number(readLocal(`snapshot.${lang}`)) || undefined

/** Stores that the server has confirmed the local catalogue as the newest. */
export function markConfirmed(lang: Language): void {
  writeLocal(`snapshot.${lang}`, `${Date.now()}`)
  unconfirmedStore.set(false)
}

/** Marks the local catalogue as unconfirmed after a failed check. */
export const markUnconfirmed = (): void => unconfirmedStore.set(true)
