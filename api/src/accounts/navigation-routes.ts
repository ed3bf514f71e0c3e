import type { Router } from 'express'
import { isSameOriginNavigation } from './same-origin-navigation.ts'
import type { AccountsContext } from './accounts.ts'
import { sanitiseReturnPath } from './return-path.ts'
import { createRouter } from '../http/router.ts'

/** What browsers go to rather than ask: signing in happens in the page, signing out needs a tap in ours. */
export function navigationRoutes({ sessions, publicOrigin }: AccountsContext): Router {
  const router = createRouter()

  router.get('/api/login', (req, res) => {
    const next = new URLSearchParams({ login: '1', next: sanitiseReturnPath(req.query['next'], publicOrigin) })
    res.set('Cache-Control', 'no-store').redirect(302, `/?${next.toString()}`)
  })

  router.get('/api/logout', async (req, res) => {
    if (isSameOriginNavigation(req)) {
      await sessions.end(req, res)
      res.set('Clear-Site-Data', '"cache"')
    }
    res.set('Cache-Control', 'no-store').redirect(302, '/')
  })

  return router
}
