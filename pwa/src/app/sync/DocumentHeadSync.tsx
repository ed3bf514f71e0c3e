import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Metadata of one address in the server's HTML, for search engines and link previews (infra/decisions/0032-page-html.md). */
const addressMetadata =
  'link[rel="canonical"], link[rel="alternate"], meta[name="description"], meta[name="twitter:card"], meta[property], script[type="application/ld+json"]'

/** Removes the metadata of the first address after a navigation: sharing the page would link to the first address. */
export function DocumentHeadSync() {
  const { pathname } = useLocation()
  useEffect(() => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (!canonical || new URL(canonical.href).pathname === pathname) return
    for (const element of document.querySelectorAll(addressMetadata)) element.remove()
  }, [pathname])
  return null
}
