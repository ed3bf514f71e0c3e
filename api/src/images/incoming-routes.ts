import { MAX_PICTURE_BYTES } from '@tsedra/contract/uploads'
import express, { type Router } from 'express'
import * as z from 'zod/mini'
import { rejectBadBodies } from '../http/body-errors.ts'
import { Refusal } from '../http/refusal.ts'
import type { DiskStore } from './disk-store.ts'
import { createRouter } from '../http/router.ts'

const uuid = z.uuid()

/**
 * Accepts presigned uploads for the disk store, as S3 does: the signed URL is the permission.
 *
 * Not part of the API: `POST /api/objects/upload` returns the URL, and the edge routes it to the store.
 */
export function incomingRoutes(store: DiskStore): Router {
  const router = createRouter()
  router.put(
    '/incoming/:id',
    (req, _res, next) => {
      const { expires, signature } = req.query
      if (!z.safeParse(uuid, req.params.id).success || !store.isValidUpload(req.params.id, { expires, signature })) {
        throw new Refusal('forbidden', 'This upload URL is invalid or has expired.')
      }
      next()
    },
    rejectBadBodies(express.raw({ type: () => true, limit: MAX_PICTURE_BYTES, inflate: false })),
    async (req, res) => {
      await store.storeUpload(req.params.id, Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0))
      res.status(200).end()
    },
  )
  return router
}
