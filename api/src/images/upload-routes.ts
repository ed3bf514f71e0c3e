import { randomUUID } from 'node:crypto'
import { createUpload } from '@tsedra/contract/uploads'
import type { Router } from 'express'
import type { AccountsContext } from '../accounts/accounts.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { UPLOAD_TTL_S } from './image-store.ts'
import type { Pictures } from './pictures.ts'

interface Deps extends Pick<AccountsContext, 'accountRateLimits' | 'publicOrigin'> {
  pictures: Pictures
}

/** Serves upload URLs to staff; an upload is validated when it is used. */
export function uploadRoutes({ accountRateLimits, publicOrigin, pictures }: Deps): Router {
  const router = createRouter()

  serve(router, createUpload, async (_input, { user }) => {
    // mutation test: upload-url-limit
    await accountRateLimits.consumeOrReject('upload-user', user.id)
    const id = randomUUID()
    const expiresAt = new Date(Date.now() + UPLOAD_TTL_S * 1_000).toISOString()
    const address = await pictures.createTicket(id, user.id)
    return { uploadURL: new URL(address, publicOrigin).href, objectPath: `/incoming/${id}`, expiresAt }
  })

  return router
}
