import { defaultLanguage, htmlLang, type Language, parseLanguage } from '@tsedra/contract/language'
import { readLocal, writeLocal } from '../shared/local-storage.ts'

/**
 * Returns the language chosen on this device, else the one in the URL, which is then stored as the choice. The page reads
 * it from `<html lang>` (infra/decisions/0032-page-html.md).
 */
export function resolveLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang')
  const stored = readLocal('lang')
  if (requested && !stored) writeLocal('lang', parseLanguage(requested))
  const lang = parseLanguage(stored ?? requested ?? '') ?? defaultLanguage
  document.documentElement.lang = htmlLang[lang]
  return lang
}
