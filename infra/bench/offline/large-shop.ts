import { createHash } from 'node:crypto'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parsePicture } from '@tsedra/contract/picture'
import { connect, type Db } from '@tsedra/database/connection'
import { type Shop, startShop } from '../../local/shop.ts'
import { addProducts } from '../many-products.ts'

export interface LargeShop extends AsyncDisposable {
  shop: Shop
  db: Db
}

/** The whole shop with this many products: the demo catalogue's, and others with pictures of their own that look the same. */
export async function openLargeShop(dir: string, products: number): Promise<LargeShop> {
  await using parts = new AsyncDisposableStack()
  const shop = parts.use(await startShop({ dir }))
  const db = parts.adopt(connect({ url: shop.databaseUrl, max: 2 }), (one) => one.destroy())

  const drawn = await db('products').whereNotNull('image_url').pluck<string[]>('image_url')
  const copies = Array.from({ length: products - (await listed()) }, (_, place) =>
    copyOf(drawn[place % drawn.length] ?? '', place),
  )
  await Promise.all(copies.flatMap(({ renditions }) => renditions).map(([from, to]) => link(file(from), file(to))))
  await addProducts(db, { count: copies.length, imageUrlOf: (place) => copies[place]?.imageUrl ?? '' })
  while ((await listed()) !== products) await pause(100)

  const owned = parts.move()
  return { shop, db, [Symbol.asyncDispose]: () => owned.disposeAsync() }

  /** Where an address below /media lies. */
  function file(address: string): string {
    return join(dir, address)
  }

  async function listed(): Promise<number> {
    return ((await (await fetch(`${shop.url}/api/products?limit=1`)).json()) as { total: number }).total
  }
}

/** The address of a picture that looks the same, and each of its files by the old and the new address. */
function copyOf(imageUrl: string, place: number): { imageUrl: string; renditions: [string, string][] } {
  const hash = createHash('sha256').update(`${place}`).digest('hex').slice(0, 20)
  const renamed = (address: string) => address.replace(/^\/media\/[0-9a-f]{20}/, `/media/${hash}`)
  const { srcSet = '' } = parsePicture(imageUrl) ?? {}
  const addresses = srcSet.split(', ').map((each) => each.split(' ')[0] ?? '')
  return { imageUrl: renamed(imageUrl), renditions: addresses.map((from) => [from, renamed(from)]) }
}
