import { parsePicture } from '@tsedra/contract/picture'
import type { PictureRejectionReason } from '@tsedra/contract/uploads'
import type { Db } from '@tsedra/database/connection'
import { Refusal } from '../http/refusal.ts'
import type { ImageStore } from './image-store.ts'
import { detectPictureType } from './picture-type.ts'
import { extendRetention } from './picture-orphans.ts'

/** Tickets of one person that wait for their picture at most; beyond it the oldest goes. */
const MAX_UNUSED_TICKETS = 20

const incomingPath = /^\/incoming\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export interface Pictures {
  /** A place for one picture; answers the path and query to send it to. */
  createTicket(id: string, userId: string): Promise<string>
  /**
   * The addresses to store for what a form names: what has just arrived is looked at and published first, one picture
   * after the other. Naming the same one again gives the same address. None of them is swept for days from now on.
   *
   * Asks the store: never within changeCatalogue().
   *
   * @throws Refusal `picture_unfit` with the `picture` and a `reason`
   */
  publish(sources: readonly string[]): Promise<Map<string, string>>
  /** Whether this is an address to store as it is: an allowed one, or one of ours that is there. Asks the store too. */
  mayStore(address: string): Promise<boolean>
}

interface PictureOptions {
  db: Db
  store: ImageStore
  publicOrigin: string
  /** Hosts of others whose pictures may be shown: `images.example`. */
  imageHosts: readonly string[]
}

/** Every way a picture gets into the catalogue: infra/decisions/0028-picture-uploads.md. */
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
    // Each may take two hundred megabytes while it is drawn: never two at once.
    const published = queueTail.then(() => publishUpload(source, id))
    queueTail = published.catch(() => {})
    return published
  }

  /** What may be stored of an address without looking at a picture. */
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
    // Few processes ever draw a picture (infra/decisions/0016-process-footprint.md).
    const { publishPicture } = await import('./publish-picture.ts')
    const address = await publishPicture(store, file).catch((error: unknown) => {
      throw isPictureError(error) ? unfitPicture(source, toReason(error)) : error
    })
    await db('uploads').where({ id }).update({ image_url: address, used_at: db.fn.now() })
    await store.incoming.remove(id)
    return address
  }

  /** Its days begin anew, so nothing takes it away between this and the save. What is shown is there without asking. */
  async function isAvailable(address: string): Promise<boolean> {
    if (!parsePicture(address)) return true
    const state = await extendRetention(db, address)
    // mutation test: picture-exists
    return state === 'shown' || (state === 'not shown' && store.has(address.slice('/media/'.length)))
  }
}

const rejectionMessages: Record<PictureRejectionReason, string> = {
  missing: 'There is no such picture, or not any more: send it again.',
  too_large: 'A picture may have 5 MB at most.',
  not_a_picture: 'A picture is a JPEG, PNG, WebP or AVIF file.',
  too_many_pixels: 'A picture may have 25 megapixels at most, an AVIF file 8.',
  broken: 'This picture cannot be drawn: its file is damaged.',
  address: 'A picture is one that was sent to the shop, or has an https address of an allowed host.',
}

const unfitPicture = (picture: string, reason: PictureRejectionReason) =>
  new Refusal('picture_unfit', rejectionMessages[reason], { picture: picture.slice(0, 200), reason })

/** What sharp throws has neither a code nor a name of its own; whatever stands in the way of the store has. */
function isPictureError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Error' && !('code' in error)
}

function toReason({ message }: Error): PictureRejectionReason {
  return message.includes('pixel limit') ? 'too_many_pixels' : 'broken'
}
