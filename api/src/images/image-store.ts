/**
 * Where pictures are kept: what people send, until it was looked at, and what the shop has made of it
 * (infra/decisions/0028-picture-uploads.md).
 */
export interface ImageStore {
  /** Published pictures. Names are content hashes, so writing one again changes nothing. */
  has(name: string): Promise<boolean>
  put(name: string, bytes: Buffer): Promise<void>
  /** Undefined when there is none of that name. */
  get(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  names(): Promise<string[]>
  readonly incoming: IncomingStore
}

export interface IncomingStore {
  /** Path and query, from the shop's origin, to which one file may be sent with PUT for UPLOAD_S seconds. */
  uploadPath(id: string): Promise<string>
  /** What has arrived; never more than the largest picture is held in memory. */
  read(id: string): Promise<Buffer | 'missing' | 'too_large'>
  remove(id: string): Promise<void>
  /** Ids of what arrived before. */
  listOlderThan(moment: Date): Promise<string[]>
}

/** What a published picture is, by its name. */
export const contentTypeOf = (name: string): string => (name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')

/** Seconds during which a picture may be sent. */
export const UPLOAD_TTL_S = 300
