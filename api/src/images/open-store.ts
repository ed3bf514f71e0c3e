import type { Media } from '../config.ts'
import { diskStore } from './disk-store.ts'
import type { ImageStore } from './image-store.ts'
import { s3Store } from './s3-store.ts'

export function imageStoreOf(media: Media): ImageStore {
  return media.kind === 's3' ? s3Store(media) : diskStore(media.directory)
}
