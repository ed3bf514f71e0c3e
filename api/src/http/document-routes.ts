import type { Router } from 'express'
import { buildApiDocument } from './api-document.ts'
import { createRouter } from './router.ts'
import { sendStored, type StoredResponse, storeJson } from './stored-response.ts'

/** Mounts the OpenAPI document of the API, built and compressed on first use. */
export function documentRoutes(): Router {
  const router = createRouter()
  let document: StoredResponse | undefined
  router.get('/api/openapi.json', (req, res) => {
    document ??= storeJson(JSON.stringify(buildApiDocument()))
    sendStored(req, res, document)
  })
  return router
}
