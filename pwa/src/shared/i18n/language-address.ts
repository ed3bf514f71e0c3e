import { defaultLanguage, type Language } from '@tsedra/contract/language'

/** Pages without a canonical address: their address does not name a language. */
const privatePath = /^\/(?:order|pending|profile|admin)(?:[/?#]|$)/

/**
 * Returns the address of a page in this language: `?lang=` names every language but the default one
 * (infra/decisions/0003-languages.md).
 *
 * @param address path with optional query and fragment
 */
export function addLanguage(address: string, language: Language): string {
  const wanted = language === defaultLanguage ? null : language
  const [, pathname = '', query, fragment = ''] = /^([^?#]*)\??([^#]*)(.*)/.exec(address) ?? []
  const params = new URLSearchParams(query)
  if (privatePath.test(pathname) || params.get('lang') === wanted) return address
  if (wanted) params.set('lang', wanted)
  else params.delete('lang')
  return pathname + (params.size > 0 ? `?${params}` : '') + fragment
}
