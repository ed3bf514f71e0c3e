import { parsePicture, renditionPath } from '@tsedra/contract/picture'
import pLimit from 'p-limit'
import { createResponseCache } from '../http/response-cache.ts'
import { Refusal } from '../http/refusal.ts'
import type { ImageStore } from '../images/image-store.ts'
import type { ShareCard } from './share-card.ts'

/** Drawn cards of one process; each has some 60 KB. */
const CACHE_BOUNDS = { entries: 400, bytes: 16 * 2 ** 20 }
/** Maximum number of cards that wait to be drawn; a request for another one receives `busy`. */
export const MAX_WAITING = 20
/** Width of the rendition that is drawn on a card. */
const PICTURE_WIDTH = 640

interface DrawerOptions {
  store: Pick<ImageStore, 'get'>
  /** Replaced in tests. */
  draw?: (card: ShareCard, picture: Buffer | undefined) => Promise<Buffer>
}

/**
 * Returns a function that draws cards as JPEG files: one at a time, each once however many requests wait for it, and the
 * latest ones are cached. The key is the card's path, which contains a hash of its content. `checkLimit` throws when the
 * client may not have another card drawn.
 */
export function createCardDrawer({ store, draw = drawWithImport }: DrawerOptions) {
  const drawn = createResponseCache<Buffer>(CACHE_BOUNDS)
  const drawing = new Map<string, Promise<Buffer>>()
  const limit = pLimit(1)

  return async (path: string, card: ShareCard, checkLimit: () => void): Promise<Buffer> => {
    const existing = drawn.get(path) ?? drawing.get(path)
    if (existing) return existing
    // mutation test: card-queue-bounded
    if (limit.activeCount + limit.pendingCount > MAX_WAITING)
      throw new Refusal('busy', 'Too many cards are being drawn.', undefined, { retryAfterS: 2 })
    checkLimit()
    const result = limit(async () => {
      const bytes = await draw(card, card.picture === undefined ? undefined : await readPicture(card.picture))
      drawn.set(path, bytes, { maxBytes: bytes.length })
      return bytes
    }).finally(() => drawing.delete(path))
    drawing.set(path, result)
    return result
  }

  async function readPicture(address: string): Promise<Buffer> {
    const width = parsePicture(address)?.width ?? 0
    const path = width > PICTURE_WIDTH ? renditionPath(address, PICTURE_WIDTH) : address
    const bytes = await store.get(path.slice('/media/'.length))
    if (!bytes) throw new Refusal('not_found', 'The picture of this card is missing.')
    return bytes
  }
}

/** Few processes ever draw a card (infra/decisions/0016-process-footprint.md). */
const drawWithImport: NonNullable<DrawerOptions['draw']> = async (card, picture) =>
  (await import('./draw-card.ts')).drawCard(card, picture)
