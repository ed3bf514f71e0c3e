import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** What the server's HTML says of its address to search engines and chats (infra/decisions/0032-page-html.md). */
const addressMetadata =
  'link[rel="canonical"], link[rel="alternate"], meta[name="description"], meta[name="twitter:card"], meta[property], script[type="application/ld+json"]'

/** Another screen has another address: a link that is shared from it must not lead to the first one. */
export function DocumentHeadSync() {
  const { pathname } = useLocation()
  useEffect(() => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (!canonical || new URL(canonical.href).pathname === pathname) return
    for (const element of document.querySelectorAll(addressMetadata)) element.remove()
  }, [pathname])
  return null
}
