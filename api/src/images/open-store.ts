import { diskStore } from './disk-store.ts'
import type { ImageStore } from './image-store.ts'
import { incomingRoutes } from './incoming-routes.ts'
import type { Media } from './media-config.ts'
import type { Router } from 'express'

interface StoreOptions {
  media: Media
  publicOrigin: string
  addressSecret: string
}

export interface OpenedStore {
  store: ImageStore
  /** Where the store is this process itself: what takes pictures in. */
  incoming?: Router
}

/** The S3 client is 18 MB of memory, which a directory does without (infra/decisions/0016-process-footprint.md). */
export async function openStore({ media, publicOrigin, addressSecret }: StoreOptions): Promise<OpenedStore> {
  if (media.kind === 's3') return { store: (await import('./s3-store.ts')).s3Store(media, publicOrigin) }
  const store = diskStore({ directory: media.directory, secret: addressSecret })
  return { store, incoming: incomingRoutes(store) }
}
