import { defaultLanguage, htmlLang, type Language, parseLanguage } from '@tsedra/contract/language'
import { readLocal, writeLocal } from '../shared/local-storage.ts'

/**
 * The language to speak: the one chosen on this device, else the one that the address names, which is a choice from now on.
 * `<html lang>` says it to the page (infra/decisions/0032-page-html.md).
 */
export function resolveLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang')
  const stored = readLocal('lang')
  if (requested && !stored) writeLocal('lang', parseLanguage(requested))
  const lang = parseLanguage(stored ?? requested ?? '') ?? defaultLanguage
  document.documentElement.lang = htmlLang[lang]
  return lang
}
