import { parsePicture } from '@tsedra/contract/picture'
import type { PictureRejectionReason } from '@tsedra/contract/uploads'
import type { Db } from '@tsedra/database/connection'
import { Refusal } from '../http/refusal.ts'
import type { ImageStore } from './image-store.ts'
import { detectPictureType } from './picture-type.ts'
import { extendRetention } from './picture-orphans.ts'

/** Maximum number of unused upload tickets per user; above it the oldest is deleted. */
const MAX_UNUSED_TICKETS = 20

const incomingPath = /^\/incoming\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export interface Pictures {
  /** Creates an upload ticket for one picture and returns its path and query. */
  createTicket(id: string, userId: string): Promise<string>
  /**
   * Returns the addresses to store for the pictures of a form; uploads are validated and published first, one after
   * another. Idempotent. Restarts the retention of every picture.
   *
   * Calls the store: never within changeCatalogue().
   *
   * @throws Refusal `picture_unfit` with the `picture` and a `reason`
   */
  publish(sources: readonly string[]): Promise<Map<string, string>>
  /** Returns whether an address may be stored: an allowed host, or a published picture that exists. Calls the store. */
  mayStore(address: string): Promise<boolean>
}

interface PictureOptions {
  db: Db
  store: ImageStore
  publicOrigin: string
  /** Allowed hosts of external pictures: `images.example`. */
  imageHosts: readonly string[]
}

/** Creates uploads and validates pictures of the catalogue: infra/decisions/0028-picture-uploads.md. */
export function createPictures({ db, store, publicOrigin, imageHosts }: PictureOptions): Pictures {
  let queueTail: Promise<unknown> = Promise.resolve()
  return { createTicket, publish, mayStore }

  async function createTicket(id: string, userId: string): Promise<string> {
    await db('uploads').insert({ id, user_id: userId })
    const unused = await db('uploads')
      .where({ user_id: userId, used_at: null })
      .orderBy('created_at', 'desc')
      .offset(MAX_UNUSED_TICKETS)
      .pluck<string[]>('id')
    for (const oldId of unused) {
      await db('uploads').where({ id: oldId }).delete()
      await store.incoming.remove(oldId)
    }
    return store.incoming.uploadPath(id)
  }

  async function publish(source: readonly string[]): Promise<Map<string, string>> {
    const addresses = new Map<string, string>()
    for (const uniqueSource of new Set(source)) {
      const address = await resolveAddress(uniqueSource)
      if (!(await isAvailable(address))) throw unfitPicture(address, 'missing')
      addresses.set(uniqueSource, address)
    }
    return addresses
  }

  async function resolveAddress(source: string): Promise<string> {
    const address = addressOf(source)
    if (address) return address
    const url = URL.parse(source, publicOrigin)
    const id = url?.origin === new URL(publicOrigin).origin && incomingPath.exec(url.pathname)?.[1]
    if (!id) throw unfitPicture(source, 'address')
    // Rendering takes up to 200 MB: one at a time.
    const published = queueTail.then(() => publishUpload(source, id))
    queueTail = published.catch(() => {})
    return published
  }

  /** Returns the normalised address of a published picture or of an allowed host. */
  function addressOf(source: string): string | undefined {
    const url = URL.parse(source, publicOrigin)
    if (!url || url.username || url.password) return undefined
    if (url.origin === new URL(publicOrigin).origin) return parsePicture(url.pathname) && url.pathname
    // mutation test: picture-host-allowed
    return url.protocol === 'https:' && imageHosts.includes(url.host) ? url.href : undefined
  }

  async function mayStore(address: string): Promise<boolean> {
    return addressOf(address) === address && isAvailable(address)
  }

  async function publishUpload(source: string, id: string): Promise<string> {
    const ticket = await db('uploads').where({ id }).first<{ image_url: string | null }>('image_url')
    if (!ticket) throw unfitPicture(source, 'missing')
    // mutation test: upload-published-once
    if (ticket.image_url) return ticket.image_url
    const file = await store.incoming.read(id)
    if (typeof file === 'string') throw unfitPicture(source, file)
    // mutation test: upload-type-by-content
    if (!detectPictureType(file)) throw unfitPicture(source, 'not_a_picture')
    // Few processes ever render a picture (infra/decisions/0016-process-footprint.md).
    const { publishPicture } = await import('./publish-picture.ts')
    const address = await publishPicture(store, file).catch((error: unknown) => {
      throw isPictureError(error) ? unfitPicture(source, toReason(error)) : error
    })
    await db('uploads').where({ id }).update({ image_url: address, used_at: db.fn.now() })
    await store.incoming.remove(id)
    return address
  }

  /** Restarts the retention, so that no sweep deletes the picture before the save. A picture in use needs no store call. */
  async function isAvailable(address: string): Promise<boolean> {
    if (!parsePicture(address)) return true
    const state = await extendRetention(db, address)
    // mutation test: picture-exists
    return state === 'shown' || (state === 'not shown' && store.has(address.slice('/media/'.length)))
  }
}

const rejectionMessages: Record<PictureRejectionReason, string> = {
  missing: 'The picture does not exist or has expired: upload it again.',
  too_large: 'A picture may have 5 MB at most.',
  not_a_picture: 'A picture is a JPEG, PNG, WebP or AVIF file.',
  too_many_pixels: 'A picture may have 25 megapixels at most, an AVIF file 8.',
  broken: 'The picture cannot be decoded: the file is damaged.',
  address: 'A picture must be uploaded, or have an https address of an allowed host.',
}

const unfitPicture = (picture: string, reason: PictureRejectionReason) =>
  new Refusal('picture_unfit', rejectionMessages[reason], { picture: picture.slice(0, 200), reason })

/** Returns whether sharp threw the error: unlike errors of the store, it has neither a code nor a name of its own. */
function isPictureError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Error' && !('code' in error)
}

function toReason({ message }: Error): PictureRejectionReason {
  return message.includes('pixel limit') ? 'too_many_pixels' : 'broken'
}
