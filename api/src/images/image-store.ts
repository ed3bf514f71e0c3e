/** Where published pictures are kept. Names are content hashes, so writing one again changes nothing. */
export interface ImageStore {
  has(name: string): Promise<boolean>
  put(name: string, bytes: Buffer): Promise<void>
}

/** What every published picture is. */
export const PUBLISHED_TYPE = 'image/webp'
