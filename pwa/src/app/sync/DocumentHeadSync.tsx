import { htmlLang } from '@tsedra/contract/language'
import { useEffect } from 'react'
import { useLocation } from '../../shared/router/Router.tsx'
import { useLanguage } from '../../shared/i18n/language.ts'

/** Metadata that names an address, and metadata that describes it in one language (infra/decisions/0032-page-html.md). */
const addressTags = 'link[rel="canonical"], link[rel="alternate"]'
const describingTags =
  'meta[name="description"], meta[name="twitter:card"], meta[property], script[type="application/ld+json"]'

/**
 * Keeps the server's metadata true to the page: after a switch of language the canonical address is that of the new
 * language; after a navigation nothing is left, because sharing the page would link to the first address.
 */
export function DocumentHeadSync() {
  const { pathname } = useLocation()
  const language = useLanguage()
  useEffect(() => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (!canonical) return
    if (new URL(canonical.href).pathname !== pathname) return removeAll(`${addressTags}, ${describingTags}`)
    const translated = document.querySelector<HTMLLinkElement>(
      `link[rel="alternate"][hreflang="${htmlLang[language]}"]`,
    )
    if (!translated || translated.href === canonical.href) return
    canonical.href = translated.href
    removeAll(describingTags)
  }, [pathname, language])
  return null
}

function removeAll(selector: string): void {
  for (const element of document.querySelectorAll(selector)) element.remove()
}
