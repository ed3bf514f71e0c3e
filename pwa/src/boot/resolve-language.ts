import { defaultLanguage, htmlLang, type Language, parseLanguage } from '@tsedra/contract/language'
import { readVisitLanguage, writeVisitLanguage } from '../shared/i18n/visit-language.ts'
import { readLocal } from '../shared/local-storage.ts'

/**
 * Returns the language of this visit: the one in the URL, which lasts as long as the tab, else the one chosen on this
 * device. The page reads it from `<html lang>` (infra/decisions/0003-languages.md).
 */
export function resolveLanguage(): Language {
  const requested = parseLanguage(new URLSearchParams(location.search).get('lang') ?? '')
  if (requested) writeVisitLanguage(requested)
  const lang = requested ?? readVisitLanguage() ?? parseLanguage(readLocal('lang') ?? '') ?? defaultLanguage
  document.documentElement.lang = htmlLang[lang]
  return lang
}
