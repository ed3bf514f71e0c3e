import { createHash } from 'node:crypto'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parsePicture } from '@tsedra/contract/picture'
import { connect, type Db } from '@tsedra/database/connection'
import { type Shop, startShop } from '../../local/shop.ts'
import { addProducts } from '../../chaos/add-products.ts'

export interface LargeShop extends AsyncDisposable {
  shop: Shop
  db: Db
}

/** The whole shop with this many products: the demo catalogue's, and others with pictures of their own that look the same. */
export async function openLargeShop(dir: string, products: number): Promise<LargeShop> {
  await using disposables = new AsyncDisposableStack()
  const shop = disposables.use(await startShop({ dir }))
  const db = disposables.adopt(connect({ url: shop.databaseUrl, max: 2 }), (db) => db.destroy())

  const existingImages = await db('products').whereNotNull('image_url').pluck<string[]>('image_url')
  const copies = Array.from({ length: products - (await countProducts()) }, (_, index) =>
    copyImage(existingImages[index % existingImages.length] ?? '', index),
  )
  await Promise.all(
    copies.flatMap(({ renditions }) => renditions).map(([from, to]) => link(mediaPath(from), mediaPath(to))),
  )
  await addProducts(db, { count: copies.length, imageUrlOf: (index) => copies[index]?.imageUrl ?? '' })
  while ((await countProducts()) !== products) await pause(100)

  const resources = disposables.move()
  return { shop, db, [Symbol.asyncDispose]: () => resources.disposeAsync() }

  /** Returns the file of an address below /media. */
  function mediaPath(mediaUrl: string): string {
    return join(dir, mediaUrl)
  }

  async function countProducts(): Promise<number> {
    return ((await (await fetch(`${shop.url}/api/products?limit=1`)).json()) as { total: number }).total
  }
}

/** The address of a picture that looks the same, and each of its files by the old and the new address. */
function copyImage(imageUrl: string, index: number): { imageUrl: string; renditions: [string, string][] } {
  const hash = createHash('sha256').update(`${index}`).digest('hex').slice(0, 20)
  const rename = (url: string) => url.replace(/^\/media\/[0-9a-f]{20}/, `/media/${hash}`)
  const { srcSet = '' } = parsePicture(imageUrl) ?? {}
  const addresses = srcSet.split(', ').map((candidate) => candidate.split(' ')[0] ?? '')
  return { imageUrl: rename(imageUrl), renditions: addresses.map((from) => [from, rename(from)]) }
}
