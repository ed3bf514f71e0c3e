import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Drink } from '@tsedra/contract/drinks'
import { createLog } from '@tsedra/service/log'
import express from 'express'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createTestCategory, createTestDrink, createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createCachedUrls } from '../http/cached-urls.ts'
import { listen } from '../http/listen.ts'
import { catalogueReads } from './catalogue-routes.ts'
import { openLiveCatalogue } from './live-catalogue.ts'
import type { ReadModel } from './read-model.ts'

interface ListedProduct {
  slug: string
  price: string
  translations: { language: string; name: string }[]
  category: { slug: string } | null
}

test('a shopper sees active products of active categories, in the shop’s order', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      const open = await createTestCategory(db, { slug: 'open' })
      const closed = await createTestCategory(db, { slug: 'closed', is_active: false })
      await createTestProduct(db, { slug: 'second', category_id: open, sort_order: 2 })
      await createTestProduct(db, { slug: 'first', category_id: open, sort_order: 1 })
      await createTestProduct(db, { slug: 'hidden', category_id: open, is_active: false })
      await createTestProduct(db, { slug: 'behind-closed-doors', category_id: closed })
      await createTestProduct(db, { slug: 'homeless', category_id: null, sort_order: 3 })
    },
  })

  const { body } = await shop.send('GET', '/api/products')
  const categories = await shop.send('GET', '/api/categories')

  expect(slugs(body)).toEqual(['first', 'second', 'homeless'])
  expect(body['total']).toBe(3)
  expect(categories.body).toMatchObject([{ slug: 'open', productsCount: 2 }])
  expect(categories.headers.get('x-total-count')).toBe('1')
})

test('a drink lists the active products that go with it; a drink without one, or an inactive one, is not shown', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      await createTestDrink(db, { slug: 'negroni', name: 'Negroni', sort_order: 2 })
      await createTestDrink(db, { slug: 'spritz', sort_order: 1 })
      await createTestDrink(db, { slug: 'hidden', is_active: false })
      await createTestDrink(db, { slug: 'unused' })
      await createTestProduct(db, { slug: 'lime', drinks: ['hidden', 'spritz', 'negroni'], sort_order: 1 })
      await createTestProduct(db, { slug: 'orange', drinks: ['negroni', 'gone'], sort_order: 2, slices_per_50g: 27 })
      await createTestProduct(db, { slug: 'sold-out', drinks: ['unused'], is_active: false })
    },
  })

  const list = (await shop.send('GET', '/api/drinks?lang=ru')).body as unknown as Drink[]
  expect(list.map(({ slug, translations }) => [slug, translations[0]?.name])).toEqual([
    ['spritz', 'spritz ru'],
    ['negroni', 'Negroni ru'],
  ])
  const { body } = await shop.send('GET', '/api/drinks/negroni')
  expect(slugs(body)).toEqual(['orange', 'lime'])
  expect(body['products']).toMatchObject([{ drinks: ['negroni'], slicesPer50g: 27 }, { drinks: ['spritz', 'negroni'] }])
  for (const slug of ['hidden', 'unused', 'gone']) {
    expect((await shop.send('GET', `/api/drinks/${slug}`)).status).toBe(404)
  }
  const snapshot = (await shop.send('GET', '/api/catalogue/en')).body
  expect(snapshot['drinks']).toMatchObject([{ slug: 'spritz', names: 'spritz ua · spritz en · spritz ru' }, {}])
})

test('translations are sorted by requested language, then en, ua, ru; every code of Ukrainian is accepted', async () => {
  await using shop = await openShop({ arrange: (db) => createTestProduct(db, { slug: 'lemon' }) })

  const first = async (lang: string) => {
    const { body } = await shop.send('GET', `/api/products/lemon${lang}`)
    return (body['translations'] as { language: string }[]).map(({ language }) => language)
  }

  expect(await first('')).toEqual(['ua', 'en', 'ru'])
  expect(await first('?lang=ru')).toEqual(['ru', 'en', 'ua'])
  expect(await first('?lang=uk-UA')).toEqual(['ua', 'en', 'ru'])
  expect(await first('?lang=EN')).toEqual(['en', 'ua', 'ru'])
})

test('a product without the requested language has English first', async () => {
  await using shop = await openShop({
    arrange: (db) => createTestProduct(db, { slug: 'x', names: { ua: 'Лайм', en: 'Lime' } }),
  })

  const { body } = await shop.send('GET', '/api/products/x?lang=ru')

  expect((body as unknown as ListedProduct).translations[0]?.name).toBe('Lime')
})

test('products are filtered, sorted and paged', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      const category = await createTestCategory(db)
      await createTestProduct(db, {
        slug: 'a',
        price: '20.00',
        likes_count: 1,
        created_at: new Date('2026-01-01'),
        category_id: category,
      })
      await createTestProduct(db, {
        slug: 'b',
        price: '5.50',
        likes_count: 9,
        created_at: new Date('2026-03-01'),
        is_featured: true,
      })
      await createTestProduct(db, { slug: 'c', price: '100.00', likes_count: 5, created_at: new Date('2026-02-01') })
    },
  })
  const [{ id: category }] = (await shop.db('categories').select('id')) as [{ id: string }]
  const list = async (query: string) => slugs((await shop.send('GET', `/api/products?${query}`)).body)

  expect(await list('sort=price')).toEqual(['b', 'a', 'c'])
  expect(await list('sort=-price')).toEqual(['c', 'a', 'b'])
  expect(await list('sort=popular')).toEqual(['b', 'c', 'a'])
  expect(await list('sort=newest')).toEqual(['b', 'c', 'a'])
  expect(await list('featured=true')).toEqual(['b'])
  expect(await list(`categoryId=${category}`)).toEqual(['a'])
  expect(await list('sort=newest&limit=1&offset=1')).toEqual(['c'])
  expect((await shop.send('GET', '/api/products?limit=1')).body['total']).toBe(3)
})

test('products are filtered by package and by the price of that package', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      await createTestProduct(db, { slug: 'both', price: '100.00', available_packages: ['50г', '1кг'] })
      await createTestProduct(db, { slug: 'large', price: '50.00', available_packages: ['1кг'] })
      await createTestProduct(db, { slug: 'small', price: '80.00', available_packages: ['50г'] })
    },
  })
  const list = async (query: string) => slugs((await shop.send('GET', `/api/products?sort=price&${query}`)).body)

  expect(await list('package=1kg')).toEqual(['large', 'both'])
  expect(await list(`package=${encodeURIComponent('50г')}`)).toEqual(['small', 'both'])
  // A large one costs fifteen times the price of 50 g, which is not sold.
  expect(await list('maxPrice=100')).toEqual(['small', 'both'])
  expect(await list('minPrice=80,01')).toEqual(['large', 'both'])
  expect(await list('package=1kg&minPrice=750&maxPrice=1000')).toEqual(['large'])
  expect(await list('minPrice=2&maxPrice=1')).toEqual([])
  for (const invalid of ['minPrice=cheap', 'maxPrice=-1', 'package=big'])
    expect((await shop.send('GET', `/api/products?${invalid}`)).status, invalid).toBe(400)
})

test('search covers three languages, and an empty text is no search', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      await createTestProduct(db, { slug: 'lemon' })
      await createTestProduct(db, {
        slug: 'rose',
        names: { ua: 'Пелюстки троянди', ru: 'Лепестки розы', en: 'Rose petals' },
      })
    },
  })
  const find = async (text: string) =>
    slugs((await shop.send('GET', `/api/products?search=${encodeURIComponent(text)}`)).body)

  for (const text of ['лимон', 'limon', 'kbvjy', 'lemno', 'lemon', 'лімон'])
    expect(await find(text), text).toEqual(['lemon'])
  expect((await find(' ')).length).toBe(2)
  expect((await find('%')).length).toBe(2)
  expect(await find('жодного')).toEqual([])
})

test('deleted and unknown entities respond with 404 as JSON', async () => {
  await using shop = await openShop({ arrange: (db) => createTestProduct(db, { slug: 'hidden', is_active: false }) })

  for (const path of ['/api/products/hidden', '/api/products/nothing', '/api/categories/nothing', '/api/nothing']) {
    const { status, body } = await shop.send('GET', path)
    expect(status, path).toBe(404)
    expect(body, path).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
  }
})

test('a client with the present version receives 304 without a body', async () => {
  await using shop = await openShop({ arrange: (db) => createTestProduct(db, { slug: 'lemon' }) })
  const first = await shop.send('GET', '/api/catalogue/ua')

  const again = await fetch(`${shop.url}/api/catalogue/ua`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  })

  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('a delta is computed once per version, for every spelling of the URL', async () => {
  await using database = await testDatabase()
  for (const slug of ['lemon', 'lime', 'orange', 'yuzu']) await createTestProduct(database.db, { slug })
  await using live = await openLiveCatalogue({ ...database, log: createLog('test', 'silent') })
  const { version } = live.current
  let computed = 0
  const current: ReadModel = {
    ...live.current,
    delta(...query) {
      computed += 1
      return live.current.delta(...query)
    },
  }
  const reads = catalogueReads({ current, onChange: () => {} }, createCachedUrls(), () => 0)
  const server = await listen(express().set('query parser', 'simple').use(reads), 0)
  const read = async (query: string) =>
    (await fetch(`http://127.0.0.1:${server.port}/api/catalogue/ua?${query}`)).json() as Promise<object>

  const encoded = Array.from(`${version}`, (digit) => `%3${digit}`).join('')
  for (const spelling of [version, version, encoded])
    expect(await read(`since=${spelling}`)).toMatchObject({ since: version, version, products: [], deleted: [] })
  expect(computed).toBe(1)
  await server.close(0)
})

// catches mutation: missing-delta-not-mapped
test('`since` receives what has changed, with the ETag of the snapshot it leads to', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      for (const slug of ['lemon', 'lime', 'orange', 'yuzu']) await createTestProduct(db, { slug })
    },
  })
  const read = async (query = '') => shop.send('GET', `/api/catalogue/ua${query}`)
  const readVersion = async () => Number((await read()).body['version'])
  const before = await readVersion()
  await shop.db('products').where({ slug: 'lime' }).update({ price: '11.00' })
  await expect.poll(readVersion).toBeGreaterThan(before)
  const [{ id }] = (await shop.db('products').where({ slug: 'yuzu' }).delete(['id'])) as [{ id: string }]
  await expect.poll(readVersion).toBeGreaterThan(before + 1)

  const whole = await read()
  const changed = await read(`?since=${before}`)

  expect(changed.headers.get('etag')).toBe(whole.headers.get('etag'))
  expect(changed.body).toMatchObject({
    since: before,
    version: whole.body['version'],
    products: [{ slug: 'lime', price: '11.00' }],
    deleted: [id],
  })
  const headers = { 'if-none-match': whole.headers.get('etag') ?? '' }
  expect((await fetch(`${shop.url}/api/catalogue/ua?since=${before}`, { headers })).status).toBe(304)
  for (const unknown of [0, before - 1, before + 100])
    expect((await read(`?since=${unknown}`)).body).toEqual(whole.body)
  expect((await read('?since=soon')).status).toBe(400)

  // A version that did not exist yet has a delta later.
  const next = Number(whole.body['version'])
  expect((await read(`?since=${next + 1}`)).body).toEqual(whole.body)
  for (const price of ['12.00', '13.00']) {
    const version = await readVersion()
    await shop.db('products').where({ slug: 'lime' }).update({ price })
    await expect.poll(readVersion).toBeGreaterThan(version)
  }
  expect((await read(`?since=${next + 1}`)).body).toMatchObject({ since: next + 1, products: [{ price: '13.00' }] })
})

test('every process on the same database serves a change, under a new version', async () => {
  await using shop = await openShop({ arrange: (db) => createTestProduct(db, { slug: 'lemon', price: '10.00' }) })
  const before = await shop.send('GET', '/api/catalogue/ua')

  await shop.db('products').update({ price: '11.00' })

  await expect
    .poll(async () => ((await shop.send('GET', '/api/products/lemon')).body as unknown as ListedProduct).price)
    .toBe('11.00')
  const after = await shop.send('GET', '/api/catalogue/ua')
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  expect(Number(after.body['version'])).toBeGreaterThan(Number(before.body['version']))
})

test('the catalogue is served, and later followed, after Postgres closed every connection', async () => {
  await using shop = await openShop({ arrange: (db) => createTestProduct(db, { slug: 'lemon', price: '10.00' }) })

  await shop.db.raw(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  expect((await shop.send('GET', '/api/products/lemon')).status).toBe(200)
  // The pool detects its closed connections.
  await expect.poll(() => shop.db('products').update({ price: '12.00' }).catch(String)).toBe(1)

  await expect
    .poll(async () => ((await shop.send('GET', '/api/products/lemon')).body as unknown as ListedProduct).price)
    .toBe('12.00')
})

test('spellings of one query share one cached response', async () => {
  await using shop = await openShop({
    arrange: (db) => createTestProduct(db, { slug: 'lemon' }),
    rateLimits: { all: 1e6, search: 1 },
  })
  const from = { 'x-forwarded-for': '203.0.113.7' }
  const find = async (query: string) => (await shop.send('GET', `/api/products?${query}`, undefined, from)).status

  // Only what is not cached counts as a search.
  expect(await find('search=lemon')).toBe(200)
  const spellings = ['lang=ua&search=lemon', 'search=lemon&lang=UK', 'search=%6Cemon', 'se%61rch=lemon&offset=0']
  expect(await Promise.all(spellings.map(find))).toEqual([200, 200, 200, 200])
  expect(await find('search=lemons')).toBe(429)
})

test('the snapshot stays compressed in advance under any other load', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      for (let item = 0; item < 5; item++) await createTestProduct(db)
    },
  })
  const bytesOfSnapshot = async () => (await rawGet(shop, '/api/catalogue/ua', 'br')).bytes.length
  const inHaste = brotliCompressSync(Buffer.from(await (await fetch(`${shop.url}/api/catalogue/ua`)).text()), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  }).length
  await expect.poll(bytesOfSnapshot).toBeLessThan(inHaste)

  for (let turn = 0; turn < 450; turn += 1) await shop.send('GET', `/api/products?limit=1&offset=${turn}`)

  expect(await bytesOfSnapshot()).toBeLessThan(inHaste)
})

test('responses are compressed by Accept-Encoding', async () => {
  await using shop = await openShop({
    arrange: async (db) => {
      for (let item = 0; item < 5; item++) await createTestProduct(db)
    },
  })
  const raw = await rawGet(shop, '/api/products', 'gzip, br')
  const plain = await rawGet(shop, '/api/products', 'br;q=0')

  expect(raw.encoding).toBe('br')
  expect(brotliDecompressSync(raw.bytes).toString()).toBe(plain.bytes.toString())
  expect(plain.encoding).toBeUndefined()
})

function slugs(body: Record<string, unknown>): string[] {
  return (body['products'] as ListedProduct[]).map(({ slug }) => slug)
}

async function rawGet(
  shop: Shop,
  path: string,
  accept: string,
): Promise<{ encoding: string | undefined; bytes: Buffer }> {
  const { get } = await import('node:http')
  return new Promise((done, fail) => {
    get(shop.url + path, { headers: { 'accept-encoding': accept } }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => done({ encoding: res.headers['content-encoding'], bytes: Buffer.concat(chunks) }))
    }).on('error', fail)
  })
}
