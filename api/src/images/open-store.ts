import { type DiskStore, createDiskStore } from './disk-store.ts'
import type { ImageStore } from './image-store.ts'
import type { Media } from './media-config.ts'

interface StoreOptions {
  media: Media
  publicOrigin: string
  addressSecret: string
}

export interface OpenedStore {
  store: ImageStore
  /** Set when this process stores the pictures itself, so it must also receive them (`incoming-routes.ts`). */
  disk?: DiskStore
}

/** Loads the S3 client, 18 MB of memory, only for a bucket (infra/decisions/0016-process-footprint.md). */
export async function openStore({ media, publicOrigin, addressSecret }: StoreOptions): Promise<OpenedStore> {
  if (media.kind === 's3') return { store: (await import('./s3-store.ts')).createS3Store(media, publicOrigin) }
  const store = createDiskStore({ directory: media.directory, secret: addressSecret })
  return { store, disk: store }
}
