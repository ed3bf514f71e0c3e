import { parseStoredSettings } from '@tsedra/contract/shop-settings'
import type { Db } from '@tsedra/database/connection'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { publishPicture } from '../images/publish-picture.ts'

const ORIGIN = 'http://localhost:8080'

const addLemon = (db: Db) => createTestProduct(db, { slug: 'lemon', price: '119.00' })

/** A shop with one product that has a picture, a green cutout. */
async function openLemonShop(): Promise<Shop> {
  const shop = await openShop({ arrange: addLemon })
  const background = { r: 0, g: 200, b: 0, alpha: 0.9 }
  const picture = await sharp({ create: { width: 900, height: 900, channels: 4, background } })
    .png()
    .toBuffer()
  await changeProduct(shop, { image_url: await publishPicture(shop.store, picture) })
  return shop
}

/** Changes the product, and waits until the API serves it. */
async function changeProduct(shop: Shop, row: object): Promise<void> {
  const readVersion = async () => (await shop.send('GET', '/api/catalogue/ua')).body['version']
  const version = await readVersion()
  await shop.db('products').update(row)
  await expect.poll(readVersion).not.toBe(version)
}

async function readPreview(shop: Shop, path: string): Promise<string> {
  const html = await (await fetch(shop.url + path)).text()
  return /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]?.replace(ORIGIN, '') ?? ''
}

const fetchCard = (shop: Shop, path: string) => fetch(shop.url + path, { redirect: 'manual' })

test('the preview of a product is a card in the language of the page, cached for ever', async () => {
  await using shop = await openLemonShop()
  const cards = new Set<string>()

  for (const query of ['', '?lang=ru', '?lang=en']) {
    const path = await readPreview(shop, `/product/lemon${query}`)
    const response = await fetchCard(shop, path)
    const bytes = Buffer.from(await response.arrayBuffer())
    cards.add(bytes.toString('base64'))

    expect(response.status, path).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(150_000)
    // The picture is on the right, the texts are on the left.
    const [, green] = (await sharp(bytes).extract({ left: 850, top: 300, width: 20, height: 20 }).stats()).channels
    expect(green?.mean).toBeGreaterThan(180)
    const [texts] = (await sharp(bytes).extract({ left: 60, top: 40, width: 520, height: 540 }).stats()).channels
    expect(texts?.min).toBeLessThan(70)
  }
  expect(cards.size).toBe(3)
})

// catches mutation: card-only-of-present-content
test('a new price is a new address, to which the former one redirects', async () => {
  await using shop = await openLemonShop()
  const former = await readPreview(shop, '/product/lemon')
  await changeProduct(shop, { price: '120.00' })
  const present = await readPreview(shop, '/product/lemon')

  const moved = await fetchCard(shop, former)

  expect(present).not.toBe(former)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, present])
  expect(moved.headers.get('cache-control')).toBe('public, no-cache')
  expect((await fetchCard(shop, present)).status).toBe(200)
})

test('there is no card of anything else', async () => {
  await using shop = await openShop({ arrange: addLemon })
  const others = [
    'ua/product/none.0123456789ab.jpg',
    'de/product/lemon.0123456789ab.jpg',
    'ua/category/lemon.0123456789ab.jpg',
    'ua/product/lemon.jpg',
    // A shop with the built-in name and pictures.
    'ua/shop/shop.0123456789ab.jpg',
    'ua/product/%E0%A4.0123456789ab.jpg',
  ]

  for (const path of others) {
    const { status, headers } = await fetchCard(shop, `/api/cards/${path}`)
    expect([400, 404], path).toContain(status)
    expect(headers.get('cache-control'), path).toBe('no-store')
  }
})

// catches mutation: card-rate-limit
test('an address may have a limited number of cards drawn per minute; drawn ones do not count', async () => {
  await using shop = await openShop({ arrange: addLemon, rateLimits: { cards: 1 } })
  const [first, second] = [await readPreview(shop, '/product/lemon'), await readPreview(shop, '/product/lemon?lang=en')]
  const fetchFrom = (path: string, address: string) =>
    fetch(shop.url + path, { headers: { 'x-forwarded-for': address } })

  const statuses = []
  for (const path of [first, first, second]) statuses.push((await fetchFrom(path, '203.0.113.9')).status)

  expect(statuses).toEqual([200, 200, 429])
  expect((await fetchFrom(second, '203.0.113.10')).status).toBe(200)
})

test('without an own name the preview of the home page has the built-in name in the script of its language', async () => {
  await using shop = await openShop()

  expect(await readPreview(shop, '/')).toBe('/icons/share.jpg')
  expect(await readPreview(shop, '/?lang=ru')).toBe('/icons/share.jpg')
  expect(await readPreview(shop, '/?lang=en')).toBe('/icons/share-en.jpg')
})

test('an own name is on the cards of the shop and of its products', async () => {
  const { texts, ...settings } = parseStoredSettings({})
  const own = { ...settings, texts: { ...texts, name: { ua: 'Смак', ru: '', en: 'Smak' } } }
  await using shop = await openShop({
    arrange: async (db) => {
      await addLemon(db)
      await db('shop_settings').insert({ schema: 1, settings: JSON.stringify(own) })
    },
  })
  await using plain = await openShop({ arrange: addLemon })

  for (const path of ['/', '/?lang=en', '/faq']) {
    const card = await readPreview(shop, path)
    expect(card, path).toMatch(/^\/api\/cards\/(?:ua|en)\/shop\/shop\.[0-9a-f]{12}\.jpg$/)
    expect((await fetchCard(shop, card)).status, path).toBe(200)
  }
  expect(await readPreview(shop, '/product/lemon')).not.toBe(await readPreview(plain, '/product/lemon'))
})
