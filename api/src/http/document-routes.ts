import type { Router } from 'express'
import { apiDocument } from './api-document.ts'
import { createRouter } from './router.ts'

/** The API's own description. */
export function documentRoutes(): Router {
  const router = createRouter()
  const document = JSON.stringify(apiDocument())
  router.get('/api/openapi.json', (_req, res) => {
    res.type('json').set('Cache-Control', 'public, no-cache').send(document)
  })
  return router
}
