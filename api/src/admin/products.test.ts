import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestCategory, createTestProduct } from '../../test/fixtures.ts'
import { createSignedInStaff, readStaffAudit, productForm, translationsOf } from '../../test/staff.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { retryWhileBusy } from '../../test/retry-while-busy.ts'

const products = '/api/admin/products'
const namesOf = (body: Record<string, unknown>) =>
  (body['products'] as { translations: { name: string }[] }[]).map(({ translations }) => translations[0]?.name)
const slugsOf = (body: Record<string, unknown>) => (body['products'] as { slug: string }[]).map(({ slug }) => slug)
const auditOf = (shop: Shop) => readStaffAudit(shop.db).select('action', 'thing_id', 'user_id', 'before', 'after')

test('an editor adds a product, and the public catalogue has it at once', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const category = await createTestCategory(shop.db)
  const form = {
    product: {
      categoryId: category,
      price: 12.5,
      availablePackages: ['100g', '1 кг'],
      isFeatured: true,
      sortOrder: 3,
    },
    translations: translationsOf('Lemon chips', { shortDescription: 'Thin', seoTitle: 'Buy', description: '' }),
  }

  const { status, body } = await editor.send('POST', products, form)

  expect(status).toBe(201)
  expect(body).toMatchObject({
    slug: 'lemon-chips',
    categoryId: category,
    price: '12.50',
    imageUrl: null,
    galleryImages: [],
    availablePackages: ['100г', '1кг'],
    isActive: true,
    isFeatured: true,
    sortOrder: 3,
    likesCount: 0,
    version: 1,
  })
  expect(body['translations']).toEqual([
    {
      language: 'ua',
      name: 'Lemon chips ua',
      shortDescription: 'Thin',
      description: null,
      seoTitle: 'Buy',
      seoDescription: null,
    },
    {
      language: 'ru',
      name: 'Lemon chips ru',
      shortDescription: 'Thin',
      description: null,
      seoTitle: 'Buy',
      seoDescription: null,
    },
    {
      language: 'en',
      name: 'Lemon chips',
      shortDescription: 'Thin',
      description: null,
      seoTitle: 'Buy',
      seoDescription: null,
    },
  ])
  expect((await editor.send('GET', `${products}/${String(body['id'])}`)).body).toEqual(body)
  expect((await shop.send('GET', '/api/products/lemon-chips')).status).toBe(200)
  expect(await auditOf(shop)).toMatchObject([
    {
      action: 'product.created',
      thing_id: body['id'],
      user_id: editor.user.id,
      before: null,
      after: { price: '12.50' },
    },
  ])
})

test('a change audits what differs; an omitted field stays, an empty one is removed, an equal one changes nothing', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const made = await editor.send('POST', products, {
    product: { price: '10', sortOrder: 7, isFeatured: true },
    translations: translationsOf('Lime', { seoTitle: 'Buy limes', description: 'Round' }),
  })
  const path = `${products}/${String(made.body['id'])}`
  const version = async () => Number((await shop.db('catalogue_version').first()).version)

  const again = await editor.send('PUT', path, { product: { price: '10.00' }, translations: translationsOf('Lime') })
  expect(again.body).toEqual(made.body)
  const before = await version()
  const form = { product: { price: '11', isActive: false }, translations: translationsOf('Lime', { description: '' }) }
  const { body } = await editor.send('PUT', path, form)

  expect(body).toMatchObject({
    price: '11.00',
    isActive: false,
    sortOrder: 7,
    isFeatured: true,
    slug: 'lime',
    version: 2,
  })
  expect(body['translations']).toMatchObject([{}, {}, { language: 'en', seoTitle: 'Buy limes', description: null }])
  expect(await version()).toBeGreaterThan(before)
  expect((await auditOf(shop)).slice(1)).toMatchObject([
    {
      action: 'product.changed',
      before: { price: '10.00', isActive: true, 'description.en': 'Round' },
      after: { price: '11.00', isActive: false, 'description.en': null },
    },
  ])
})

// catches mutation: product-edit-conflict
test('a stale version is rejected as an edit conflict; without a version the last write wins', async () => {
  await using shop = await openShop()
  const [one, other] = [await createSignedInStaff(shop), await createSignedInStaff(shop)]
  const { body: made } = await one.send('POST', products, productForm('Lime'))
  const path = `${products}/${String(made['id'])}`
  const price = (amount: string, version?: number) =>
    productForm('Lime', { price: amount, ...(version && { version }) })

  const saved = await Promise.all([one.send('PUT', path, price('20', 1)), other.send('PUT', path, price('30', 1))])

  expect(saved.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
  expect(saved.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'changed_meanwhile',
    details: { version: 2 },
  })
  expect((await other.send('PUT', path, price('40'))).body).toMatchObject({ price: '40.00', version: 3 })
})

test('K2, R-23: ten concurrent products of one name get ten slugs', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  const made = await Promise.all(
    Array.from({ length: 10 }, () => editor.send('POST', products, productForm('Lemon chips'))),
  )

  const slugs = made.map(({ body }) => String(body['slug'])).toSorted()
  expect(slugs).toEqual(
    ['lemon-chips', ...Array.from({ length: 9 }, (_, item) => `lemon-chips-${item + 2}`)].toSorted(),
  )
})

test('an explicit slug is stored unchanged and must be unique', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  const first = await editor.send('POST', products, productForm('Lemon', { slug: 'my-lemon' }))
  const second = await editor.send('POST', products, productForm('Lemon', { slug: 'my-lemon' }))
  const third = await editor.send('POST', products, productForm('Lemon'))
  const moved = await editor.send(
    'PUT',
    `${products}/${String(third.body['id'])}`,
    productForm('Lemon', { slug: 'my-lemon' }),
  )
  const renamed = await editor.send('PUT', `${products}/${String(first.body['id'])}`, productForm('Lime'))

  expect(first.body['slug']).toBe('my-lemon')
  expect([second.status, second.body['code']]).toEqual([409, 'slug_taken'])
  expect(third.body['slug']).toBe('lemon')
  expect(moved.body['code']).toBe('slug_taken')
  expect(renamed.body['slug']).toBe('my-lemon')
})

// catches mutation: product-package-known
test.each([
  ['an empty price', { price: '' }, 'body.product.price'],
  ['no price', { price: 0 }, 'body.product.price'],
  ['less than nothing', { price: '-1' }, 'body.product.price'],
  ['no number', { price: 'NaN' }, 'body.product.price'],
  ['three decimals', { price: 10.005 }, 'body.product.price'],
  ['too much', { price: '100000' }, 'body.product.price'],
  ['an unknown package', { availablePackages: ['велика'] }, 'body.product.availablePackages.0'],
  ['a package that the shop does not have', { availablePackages: ['2кг'] }, 'body.product.availablePackages'],
  ['a price of a package in words', { packagePrices: { '50г': 'багато' } }, 'body.product.packagePrices.50г'],
  ['no package at all', { availablePackages: [] }, 'body.product.availablePackages'],
  ['half a place', { sortOrder: 1.5 }, 'body.product.sortOrder'],
  ['a category that is not there', { categoryId: randomUUID() }, 'body.product.categoryId'],
  ['likes', { likesCount: 9 }, 'body.product'],
])('M3: %s is rejected with the name of the field', async (_, product, field) => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  const { status, body } = await editor.send('POST', products, productForm('Lemon', product))

  expect([status, body['code'], body['details']]).toEqual([400, 'invalid_request', { fields: [field] }])
})

test('a name is required exactly once in every language', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const send = async (translations: object[]) =>
    (await editor.send('POST', products, { product: { price: 1 }, translations })).body['details']
  const [ua = {}, ru = {}, en = {}] = translationsOf('Lemon')

  expect(await send([ua, { ...ru, name: ' ' }, en])).toEqual({ fields: ['body.translations.1.name'] })
  expect(await send([ua, en])).toEqual({ fields: ['body.translations'] })
  expect(await send([ua, { ...ua, language: 'uk' }, en])).toEqual({ fields: ['body.translations'] })
})

// catches mutation: search-wildcards-escaped
test('the list includes inactive products and can be searched, filtered, sorted and paged', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const category = await createTestCategory(shop.db)
  const named = (ua: string, row: object) =>
    createTestProduct(shop.db, { names: { ua, ru: `${ua}-ru`, en: `${ua}-en` }, ...row })
  await named('Їжа', { slug: 'c', price: '3.00', sort_order: 1, category_id: category })
  await named('ґрейпфрут', { slug: 'a', price: '20.00', sort_order: 2, is_active: false })
  await named('Апельсин 50%', { slug: 'b', price: '100.00', sort_order: 3 })
  const list = async (query: string) => (await editor.send('GET', `${products}?${query}`)).body
  const slugs = async (query: string) => slugsOf(await list(query))

  expect(await slugs('')).toEqual(['c', 'a', 'b'])
  expect(namesOf(await list('sort=name'))).toEqual(['Апельсин 50%', 'ґрейпфрут', 'Їжа'])
  expect(await slugs('sort=-name&lang=en')).toEqual(['c', 'a', 'b'])
  expect(namesOf(await list('lang=ru&limit=1'))).toEqual(['Їжа-ru'])
  expect(await slugs('sort=price')).toEqual(['c', 'a', 'b'])
  expect(await slugs('sort=-price')).toEqual(['b', 'a', 'c'])
  expect(await slugs('sort=-status')).toEqual(['a', 'c', 'b'])
  expect(await slugs('sort=category')).toEqual(['c', 'a', 'b'])
  expect(await slugs('status=inactive')).toEqual(['a'])
  expect(await slugs(`categoryId=${category}`)).toEqual(['c'])
  expect(await slugs(`search=${encodeURIComponent('АПЕЛЬ')}`)).toEqual(['b'])
  expect(await slugs(`search=${encodeURIComponent('%')}`)).toEqual(['b'])
  expect(await slugs(`search=${encodeURIComponent('\\')}`)).toEqual([])
  expect(await list('limit=1&offset=1')).toMatchObject({ products: [{ slug: 'a' }], total: 3 })
  expect(await list('offset=9')).toEqual({ products: [], total: 3 })
})

test('reordering a part distributes its positions, and equal values end', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const ids: string[] = []
  for (const slug of ['d', 'c', 'b', 'a']) ids.unshift(await createTestProduct(shop.db, { slug }))
  const [a = '', b = '', c = '', d = ''] = ids
  const order = async () => slugsOf((await editor.send('GET', products)).body)
  expect(await order()).toEqual(['a', 'b', 'c', 'd'])

  // Only c and a are sorted, c before a: b and d keep their positions.
  expect((await editor.send('PUT', `${products}/order`, { ids: [c, a] })).body).toEqual({ changed: 4 })

  expect(await order()).toEqual(['c', 'b', 'a', 'd'])
  expect((await editor.send('PUT', `${products}/order`, { ids: [d, a] })).body).toEqual({ changed: 2 })
  expect(await order()).toEqual(['c', 'b', 'd', 'a'])
  expect(slugsOf((await shop.send('GET', '/api/products')).body)).toEqual(['c', 'b', 'd', 'a'])
  expect((await editor.send('PUT', `${products}/order`, { ids: [b, randomUUID()] })).status).toBe(404)
  expect((await editor.send('PUT', `${products}/order`, { ids: [b, b] })).status).toBe(400)
})

test('several products are shown or hidden at once, and each is audited', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const ids = [
    await createTestProduct(shop.db),
    await createTestProduct(shop.db),
    await createTestProduct(shop.db, { is_active: false }),
  ]

  const { body } = await editor.send('POST', `${products}/status`, { ids: [...ids, randomUUID()], isActive: false })

  expect(body).toEqual({ changed: 2 })
  expect((await shop.send('GET', '/api/products')).body['total']).toBe(0)
  const log = await auditOf(shop)
  expect(log.map(({ thing_id }) => String(thing_id)).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  expect(log.map(({ before, after }) => [before, after])).toEqual(
    [1, 2].map(() => [{ isActive: true }, { isActive: false }]),
  )
})

// catches mutation: product-delete-admin-only
test('K6: a deleted product leaves the orders as they were; only an admin deletes', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const id = await createTestProduct(shop.db, { slug: 'lemon' })
  await expect.poll(async () => (await shop.send('GET', '/api/products/lemon')).status).toBe(200)
  const order = {
    customerName: 'Олена',
    customerPhone: '+380670000124',
    items: [{ productId: id, packageSize: '50г', quantity: 2 }],
  }
  expect((await shop.send('POST', '/api/orders', order)).status).toBe(201)

  expect((await editor.send('DELETE', `${products}/${id}`)).body['code']).toBe('forbidden')
  expect((await admin.send('DELETE', `${products}/${id}`)).body).toEqual({ done: true })

  expect((await admin.send('DELETE', `${products}/${id}`)).status).toBe(404)
  expect(await shop.db('order_items').select('product_id', 'product_slug', 'quantity', 'unit_price')).toEqual([
    { product_id: null, product_slug: 'lemon', quantity: 2, unit_price: '119.00' },
  ])
  expect((await shop.send('GET', '/api/products/lemon')).status).toBe(404)
})

test('concurrent edits, likes and reorders do not deadlock', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const ids = await Promise.all(Array.from({ length: 6 }, () => createTestProduct(shop.db)))
  const { publishLikes: showLikes } = await import('../catalogue/catalogue-store.ts')
  const rounds = Array.from({ length: 8 }, (_, round) => [
    retryWhileBusy(() => editor.send('PUT', `${products}/${ids[round % 6]}`, productForm(`Lemon ${round}`))),
    retryWhileBusy(() => editor.send('PUT', `${products}/order`, { ids: ids.toReversed() })),
    retryWhileBusy(() => editor.send('POST', `${products}/status`, { ids, isActive: round % 2 === 0 })),
    shop
      .db('products')
      .where({ id: ids[round % 6] })
      .increment('likes_count', 1)
      .then(() => showLikes(shop.db)),
  ])

  const responses = await Promise.all(rounds.flat())

  expect(responses.flatMap((response) => (response ? [response.status] : []))).toEqual(
    Array.from({ length: 24 }, () => 200),
  )
})
