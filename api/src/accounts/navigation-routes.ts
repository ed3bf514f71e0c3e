import { parseReturnPath } from '@tsedra/contract/return-path'
import type { Router } from 'express'
import { isSameOriginNavigation } from './same-origin-navigation.ts'
import type { AccountsContext } from './accounts.ts'
import { createRouter } from '../http/router.ts'

/** Mounts the addresses that browsers navigate to: sign-in opens the dialog, sign-out requires a same-origin navigation. */
export function navigationRoutes({ sessions, publicOrigin }: AccountsContext): Router {
  const router = createRouter()

  router.get('/api/login', (req, res) => {
    const next = parseReturnPath(req.query['next'], publicOrigin) ?? '/'
    const parameters = new URLSearchParams({ login: '1', next })
    res.set('Cache-Control', 'no-store').redirect(302, `/?${parameters.toString()}`)
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
