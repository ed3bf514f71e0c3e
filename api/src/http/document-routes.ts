import type { Router } from 'express'
import { buildApiDocument } from './api-document.ts'
import { createRouter } from './router.ts'

/** Mounts the OpenAPI document of the API. */
export function documentRoutes(): Router {
  const router = createRouter()
  const document = JSON.stringify(buildApiDocument())
  router.get('/api/openapi.json', (_req, res) => {
    res.type('json').set('Cache-Control', 'public, no-cache').send(document)
  })
  return router
}
