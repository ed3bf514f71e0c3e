import type { Language } from '@tsedra/contract/language'
import { recall, remember } from '../shared/remembered.ts'
import { createStore } from '../shared/store.ts'

/** The last look at the shop found nobody who could say whether what is kept is still true. */
const unconfirmed = createStore(false)
export const useUnconfirmed = unconfirmed.use

/**
 * When the shop last confirmed the catalogue that is kept in a language, in milliseconds since 1970; undefined when nothing
 * is kept. The mark is read without opening any database (infra/decisions/0018-local-catalogue.md).
 */
export const confirmedAt = (lang: Language): number | undefined => Number(recall(`snapshot.${lang}`)) || undefined

/** The shop says that what is kept is the newest. */
export function confirm(lang: Language): void {
  remember(`snapshot.${lang}`, `${Date.now()}`)
  unconfirmed.set(false)
}

/** A look has heard nothing to be trusted. */
export const doubt = (): void => unconfirmed.set(true)
