import { expect, test } from 'vitest'
import { createTestCategory, createTestProduct } from '../../test/fixtures.ts'
import { createSignedInStaff, categoryForm, readStaffAudit, translationsOf } from '../../test/staff.ts'
import { openShop } from '../../test/shop.ts'

const categories = '/api/admin/categories'
const slugsOf = (body: Record<string, unknown>) => (body['categories'] as { slug: string }[]).map(({ slug }) => slug)

test('an editor adds and changes a category, and the public catalogue follows', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  const { status, body } = await editor.send('POST', categories, {
    category: { sortOrder: 2 },
    translations: translationsOf('Citrus', { description: 'Round', seoTitle: 'Citrus' }),
  })

  expect(status).toBe(201)
  expect(body).toMatchObject({
    slug: 'citrus',
    sortOrder: 2,
    isActive: true,
    productsCount: 0,
    version: 1,
    imageUrl: null,
  })
  expect((await shop.send('GET', '/api/categories/citrus')).status).toBe(200)
  const path = `${categories}/${String(body['id'])}`
  const changed = await editor.send('PUT', path, categoryForm('Citrus fruit', { isActive: false, version: 1 }))
  expect(changed.body).toMatchObject({ slug: 'citrus', isActive: false, sortOrder: 2, version: 2 })
  expect(changed.body['translations']).toMatchObject([
    {},
    {},
    { name: 'Citrus fruit', description: 'Round', seoTitle: 'Citrus' },
  ])
  expect((await editor.send('GET', path)).body).toEqual(changed.body)
  expect((await editor.send('PUT', path, categoryForm('Citrus', { version: 1 }))).body['code']).toBe(
    'changed_meanwhile',
  )
  expect((await shop.send('GET', '/api/categories/citrus')).status).toBe(404)
  const log = await readStaffAudit(shop.db).select('action', 'after')
  expect(log).toMatchObject([
    { action: 'category.created' },
    { action: 'category.changed', after: { isActive: false, 'name.en': 'Citrus fruit' } },
  ])
})

test('K2: ten concurrent categories of one name get ten slugs', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  const made = await Promise.all(
    Array.from({ length: 10 }, () => editor.send('POST', categories, categoryForm('Citrus'))),
  )

  expect(new Set(made.map(({ body }) => body['slug'])).size).toBe(10)
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
})

test('the list includes inactive categories and can be searched, sorted and reordered', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const [citrus, closed] = [
    await createTestCategory(shop.db, { slug: 'citrus', sort_order: 1 }),
    await createTestCategory(shop.db, { slug: 'closed', sort_order: 2, is_active: false }),
  ]
  await createTestProduct(shop.db, { category_id: citrus, is_active: false })
  const list = async (query: string) => (await editor.send('GET', `${categories}?${query}`)).body

  expect(await list('')).toMatchObject({
    categories: [{ slug: 'citrus', productsCount: 1 }, { slug: 'closed' }],
    total: 2,
  })
  expect(slugsOf(await list('status=inactive'))).toEqual(['closed'])
  expect(slugsOf(await list('search=clos'))).toEqual(['closed'])
  expect(slugsOf(await list('sort=-status&limit=1'))).toEqual(['closed'])
  expect(slugsOf(await list('sort=name&lang=ru'))).toHaveLength(2)
  await editor.send('PUT', `${categories}/order`, { ids: [closed, citrus] })
  expect(slugsOf(await list(''))).toEqual(['closed', 'citrus'])
  expect((await editor.send('POST', `${categories}/status`, { ids: [closed], isActive: true })).body).toEqual({
    changed: 1,
  })
})

// catches mutation: category-delete-admin-only, category-not-empty
test('K6: a category with products cannot be deleted and the error has their number; only an admin deletes', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const id = await createTestCategory(shop.db)
  const product = await createTestProduct(shop.db, { category_id: id, is_active: false })
  const path = `${categories}/${id}`

  expect((await editor.send('DELETE', path)).body['code']).toBe('forbidden')
  const refused = await admin.send('DELETE', path)
  expect([refused.status, refused.body['code'], refused.body['details']]).toEqual([
    409,
    'category_in_use',
    { productsCount: 1 },
  ])
  await admin.send('DELETE', `/api/admin/products/${product}`)
  expect((await admin.send('DELETE', path)).body).toEqual({ done: true })
  expect((await admin.send('GET', path)).status).toBe(404)
})
