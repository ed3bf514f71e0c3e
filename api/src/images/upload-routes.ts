import { randomUUID } from 'node:crypto'
import { createUpload } from '@tsedra/contract/uploads'
import type { Router } from 'express'
import type { People } from '../accounts/people.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { UPLOAD_S } from './image-store.ts'
import type { Pictures } from './pictures.ts'

interface Deps extends Pick<People, 'throttles' | 'publicOrigin'> {
  pictures: Pictures
}

/** Where staff send pictures to; what becomes of them is decided when they are used. */
export function uploadRoutes({ throttles, publicOrigin, pictures }: Deps): Router {
  const router = createRouter()

  serve(router, createUpload, async (_input, { user }) => {
    // mutation test: upload-url-limit
    await throttles.takeOrRefuse('upload-user', user.id)
    const id = randomUUID()
    const expiresAt = new Date(Date.now() + UPLOAD_S * 1_000).toISOString()
    const address = await pictures.expect(id, user.id)
    return { uploadURL: new URL(address, publicOrigin).href, objectPath: `/incoming/${id}`, expiresAt }
  })

  return router
}
