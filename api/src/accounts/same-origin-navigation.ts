import type { Request } from 'express'

/** Returns whether the user navigated from the shop or typed the address: no image, frame, script or link of another site. */
export function isSameOriginNavigation(req: Request): boolean {
  const site = req.get('sec-fetch-site')
  return (
    // mutation test: sign-out-link-own-page
    (site === 'same-origin' || site === 'none') &&
    req.get('sec-fetch-mode') === 'navigate' &&
    req.get('sec-fetch-dest') === 'document'
  )
}
