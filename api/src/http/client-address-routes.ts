import { getClientAddress } from '@tsedra/contract/client-address'
import type { Router } from 'express'
import { createRouter } from './router.ts'
import { serve } from './serve.ts'

/** Returns the caller's own address, as TRUST_PROXY determines it: `doctor.ts` compares it with the one it should be. */
export function clientAddressRoutes(): Router {
  const router = createRouter()
  serve(router, getClientAddress, async (_input, { req }) => ({ address: req.ip ?? '' }))
  return router
}
