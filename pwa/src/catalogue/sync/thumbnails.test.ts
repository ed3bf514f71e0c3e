import type { Snapshot } from '@tsedra/contract/snapshot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSnapshot } from '../../../test/create-snapshot.ts'
import { syncThumbnails, thumbnailProgress, listThumbnails } from './thumbnails.ts'

const pictureOf = (number: number) => `/media/${String(number).padStart(20, '0')}-1200x800.webp`
const thumbnailOf = (number: number) => pictureOf(number).replace('.webp', '.320.webp')

function snapshotWithPictures(count: number): Snapshot {
  const snapshot = createSnapshot({ products: count })
  return {
    ...snapshot,
    products: snapshot.products.map((product, index) => ({ ...product, imageUrl: pictureOf(index + 1) })),
  }
}

const cachedPaths = new Set<string>()
const fetched: string[] = []
let network: 'online' | 'offline' | 'failing'

beforeEach(() => {
  cachedPaths.clear()
  fetched.length = 0
  network = 'online'
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.stubGlobal('caches', {
    open: () =>
      Promise.resolve({
        keys: () => Promise.resolve([...cachedPaths].map((path) => ({ url: `https://shop.example${path}` }))),
        delete: (path: string) => Promise.resolve(cachedPaths.delete(path)),
      }),
  })
  vi.stubGlobal('fetch', (path: string) => {
    fetched.push(path)
    if (network === 'offline') return Promise.reject(new TypeError('network'))
    if (network === 'failing') return Promise.resolve(new Response(brokenBody()))
    cachedPaths.add(path)
    return Promise.resolve(new Response())
  })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
})
afterEach(() => vi.unstubAllGlobals())

const sync = (snapshot: Snapshot) => syncThumbnails(snapshot, () => false)

test('the thumbnail of every product is fetched once, and a cached one is not fetched', async () => {
  cachedPaths.add(thumbnailOf(2))

  await sync(snapshotWithPictures(5))

  expect(fetched.toSorted()).toEqual([1, 3, 4, 5].map(thumbnailOf))
  expect(thumbnailProgress.get()).toEqual({ have: 5, of: 5 })
})

test('a thumbnail that no product uses is deleted', async () => {
  cachedPaths.add(thumbnailOf(77))

  await sync(snapshotWithPictures(2))

  expect([...cachedPaths].toSorted()).toEqual([1, 2].map(thumbnailOf))
})

test('the thumbnails of logo and hero picture are fetched first, and stay', async () => {
  cachedPaths.add(thumbnailOf(77))
  const shop = { messages: {}, logo: pictureOf(77), heroPicture: pictureOf(78) }

  await sync({ ...snapshotWithPictures(1), shop })

  expect(fetched[0]).toBe(thumbnailOf(78))
  expect([...cachedPaths].toSorted()).toEqual([1, 77, 78].map(thumbnailOf))
})

test('thumbnails of the category on the screen are first', () => {
  const snapshot = snapshotWithPictures(4)
  const [home] = snapshot.categories
  if (!home) throw new Error('a category is missing')
  const other = { ...home, id: '00000000-0000-4000-8000-000000000abc', slug: 'other' }
  const categories = [home, other]
  const products = snapshot.products.map((product, index) => ({
    ...product,
    categoryId: index < 2 ? home.id : other.id,
  }))

  for (const path of ['/category/other', '/product/p3'])
    expect(listThumbnails({ ...snapshot, categories, products }, path)).toEqual([3, 4, 1, 2].map(thumbnailOf))
})

test.each([
  ['the user saves data', { saveData: true, effectiveType: '4g' }, 3],
  ['the network is slow', { saveData: false, effectiveType: 'slow-2g' }, 3],
  ['there are more than 500 products', undefined, 501],
])('nothing is prefetched if %s', async (_, connection, products) => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} }, connection })

  await sync(snapshotWithPictures(products))

  expect(fetched).toEqual([])
  expect(thumbnailProgress.get()).toEqual({ have: 0, of: products })
})

test('the prefetch stops when the network is lost', async () => {
  network = 'offline'

  await sync(snapshotWithPictures(40))

  expect(fetched.length).toBeLessThanOrEqual(3)
})

test('a truncated thumbnail does not count as cached, and stops the prefetch', async () => {
  network = 'failing'

  await sync(snapshotWithPictures(40))

  expect(thumbnailProgress.get()).toEqual({ have: 0, of: 40 })
  expect(fetched.length).toBeLessThanOrEqual(3)
})

const brokenBody = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('network')) })
