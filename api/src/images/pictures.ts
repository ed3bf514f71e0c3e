import { pictureOf } from '@tsedra/contract/picture'
import type { PictureReason } from '@tsedra/contract/uploads'
import type { Db } from '@tsedra/database/connection'
import { Refusal } from '../http/refusal.ts'
import type { ImageStore } from './image-store.ts'
import { pictureTypeOf } from './picture-file.ts'
import { keepLonger } from './picture-orphans.ts'

/** Tickets of one person that wait for their picture at most; beyond it the oldest goes. */
const UNUSED = 20

const incomingPath = /^\/incoming\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export interface Pictures {
  /** A place for one picture; answers the path and query to send it to. */
  expect(id: string, userId: string): Promise<string>
  /**
   * The addresses to store for what a form names: what has just arrived is looked at and published first, one picture
   * after the other. Naming the same one again gives the same address. None of them is swept for days from now on.
   *
   * Asks the store: never within changeCatalogue().
   *
   * @throws Refusal `picture_unfit` with the `picture` and a `reason`
   */
  publish(given: readonly string[]): Promise<Map<string, string>>
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

/** Every way a picture gets into the catalogue: infra/decisions/0028-uploads.md. */
export function createPictures({ db, store, publicOrigin, imageHosts }: PictureOptions): Pictures {
  let last: Promise<unknown> = Promise.resolve()
  return { expect, publish, mayStore }

  async function expect(id: string, userId: string): Promise<string> {
    await db('uploads').insert({ id, user_id: userId })
    const unused = await db('uploads')
      .where({ user_id: userId, used_at: null })
      .orderBy('created_at', 'desc')
      .offset(UNUSED)
      .pluck<string[]>('id')
    for (const old of unused) {
      await db('uploads').where({ id: old }).delete()
      await store.incoming.remove(old)
    }
    return store.incoming.address(id)
  }

  async function publish(given: readonly string[]): Promise<Map<string, string>> {
    const addresses = new Map<string, string>()
    for (const each of new Set(given)) {
      const address = await settle(each)
      if (!(await isThere(address))) throw unfit(address, 'missing')
      addresses.set(each, address)
    }
    return addresses
  }

  async function settle(given: string): Promise<string> {
    const address = addressOf(given)
    if (address) return address
    const url = URL.parse(given, publicOrigin)
    const id = url?.origin === new URL(publicOrigin).origin && incomingPath.exec(url.pathname)?.[1]
    if (!id) throw unfit(given, 'address')
    // Each may take two hundred megabytes while it is drawn: never two at once.
    const drawn = last.then(() => take(given, id))
    last = drawn.catch(() => {})
    return drawn
  }

  /** What may be stored of an address without looking at a picture. */
  function addressOf(given: string): string | undefined {
    const url = URL.parse(given, publicOrigin)
    if (!url || url.username || url.password) return undefined
    if (url.origin === new URL(publicOrigin).origin) return pictureOf(url.pathname) && url.pathname
    // mutation test: picture-host-allowed
    return url.protocol === 'https:' && imageHosts.includes(url.host) ? url.href : undefined
  }

  async function mayStore(address: string): Promise<boolean> {
    return addressOf(address) === address && isThere(address)
  }

  async function take(given: string, id: string): Promise<string> {
    const ticket = await db('uploads').where({ id }).first<{ image_url: string | null }>('image_url')
    if (!ticket) throw unfit(given, 'missing')
    // mutation test: upload-published-once
    if (ticket.image_url) return ticket.image_url
    const file = await store.incoming.read(id)
    if (typeof file === 'string') throw unfit(given, file)
    // mutation test: upload-type-by-content
    if (!pictureTypeOf(file)) throw unfit(given, 'not_a_picture')
    // Few processes ever draw a picture (infra/decisions/0016-process-footprint.md).
    const { publishPicture } = await import('./publish-picture.ts')
    const address = await publishPicture(store, file).catch((error: unknown) => {
      throw isOfThePicture(error) ? unfit(given, reasonOf(error)) : error
    })
    await db('uploads').where({ id }).update({ image_url: address, used_at: db.fn.now() })
    await store.incoming.remove(id)
    return address
  }

  /** Its days begin anew, so nothing takes it away between this and the save. What is shown is there without asking. */
  async function isThere(address: string): Promise<boolean> {
    if (!pictureOf(address)) return true
    const state = await keepLonger(db, address)
    // mutation test: picture-exists
    return state === 'shown' || (state === 'not shown' && store.has(address.slice('/media/'.length)))
  }
}

const sentences: Record<PictureReason, string> = {
  missing: 'There is no such picture, or not any more: send it again.',
  too_large: 'A picture may have 5 MB at most.',
  not_a_picture: 'A picture is a JPEG, PNG, WebP or AVIF file.',
  too_many_pixels: 'A picture may have 25 megapixels at most, an AVIF file 8.',
  broken: 'This picture cannot be drawn: its file is damaged.',
  address: 'A picture is one that was sent to the shop, or has an https address of an allowed host.',
}

const unfit = (picture: string, reason: PictureReason) =>
  new Refusal('picture_unfit', sentences[reason], { picture: picture.slice(0, 200), reason })

/** What sharp throws has neither a code nor a name of its own; whatever stands in the way of the store has. */
function isOfThePicture(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Error' && !('code' in error)
}

function reasonOf({ message }: Error): PictureReason {
  return message.includes('pixel limit') ? 'too_many_pixels' : 'broken'
}
