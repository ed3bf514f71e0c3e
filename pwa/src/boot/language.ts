import { defaultLanguage, htmlLang, type Language, parseLanguage } from '@tsedra/contract/language'
import { recall, remember } from '../shared/remembered.ts'

/**
 * The language to speak: the one chosen on this device, else the one that the address names, which is a choice from now on.
 * `<html lang>` says it to the page (infra/decisions/0032-page-html.md).
 */
export function settleLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  const chosen = recall('lang')
  if (asked && !chosen) remember('lang', parseLanguage(asked))
  const lang = parseLanguage(chosen ?? asked ?? '') ?? defaultLanguage
  document.documentElement.lang = htmlLang[lang]
  return lang
}
