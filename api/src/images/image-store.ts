/**
 * Storage of pictures: incoming uploads until they are published, and published renditions
 * (infra/decisions/0028-picture-uploads.md).
 */
export interface ImageStore {
  /** Published pictures. Names are content hashes, so `put` is idempotent. */
  has(name: string): Promise<boolean>
  put(name: string, bytes: Buffer): Promise<void>
  /** Returns undefined when the name does not exist. */
  get(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  names(): Promise<string[]>
  readonly incoming: IncomingStore
}

export interface IncomingStore {
  /** Returns path and query on the shop's origin that accept one PUT for UPLOAD_TTL_S seconds. */
  uploadPath(id: string): Promise<string>
  /** Returns an uploaded file; reads at most MAX_PICTURE_BYTES into memory. */
  read(id: string): Promise<Buffer | 'missing' | 'too_large'>
  remove(id: string): Promise<void>
  /** Returns the ids of files uploaded before a time. */
  listOlderThan(moment: Date): Promise<string[]>
}

/** Returns the content type of a published picture. */
export function contentTypeOf(name: string): string {
  if (name.endsWith('.jpg')) return 'image/jpeg'
  return name.endsWith('.avif') ? 'image/avif' : 'image/webp'
}

/** Validity of an upload URL, in seconds. */
export const UPLOAD_TTL_S = 300
