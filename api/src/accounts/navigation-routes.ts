import { type Request, Router } from 'express'
import type { People } from './people.ts'
import { returnTo } from './return-to.ts'

/** What browsers go to rather than ask: signing in happens in the page, signing out needs a tap in ours. */
export function navigationRoutes({ sessions, publicOrigin }: People): Router {
  const router = Router()

  router.get('/api/login', (req, res) => {
    const next = new URLSearchParams({ login: '1', next: returnTo(req.query['next'], publicOrigin) })
    res.set('Cache-Control', 'no-store').redirect(302, `/?${next.toString()}`)
  })

  router.get('/api/logout', async (req, res) => {
    if (isOwnNavigation(req)) {
      await sessions.end(req, res)
      res.set('Clear-Site-Data', '"cache"')
    }
    res.set('Cache-Control', 'no-store').redirect(302, '/')
  })

  return router
}

/** A tap or a typed address in this shop: a picture, a frame or a link of another site signs nobody out. */
function isOwnNavigation(req: Request): boolean {
  const site = req.get('sec-fetch-site')
  return (
    (site === 'same-origin' || site === 'none') &&
    req.get('sec-fetch-mode') === 'navigate' &&
    req.get('sec-fetch-dest') === 'document'
  )
}
