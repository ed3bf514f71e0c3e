import { type Language, parseLanguage } from '@tsedra/contract/language'

const KEY = 'tsedra.lang'

/** Returns the language that a link named in this tab (infra/decisions/0003-languages.md). */
export function readVisitLanguage(): Language | undefined {
  try {
    return parseLanguage(sessionStorage.getItem(KEY) ?? '')
  } catch {
    return undefined
  }
}

/** Stores the language for this tab only; `undefined` removes it. Denied storage leaves it to the address. */
export function writeVisitLanguage(language: Language | undefined): void {
  try {
    if (language) sessionStorage.setItem(KEY, language)
    else sessionStorage.removeItem(KEY)
  } catch {
    // The address still names the language.
  }
}
