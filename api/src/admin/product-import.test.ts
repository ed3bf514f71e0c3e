import { expect, test } from 'vitest'
import { createTestCategory, createTestDrink, createTestProduct } from '../../test/fixtures.ts'
import type { Browser } from '../../test/users.ts'
import { createSignedInStaff, readStaffAudit, productForm, translationsOf } from '../../test/staff.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { csvLine } from './csv.ts'

const path = '/api/admin/products'
const exported = async (shop: Shop, browser: Browser) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${shop.url}${path}.csv`, { headers: { cookie } })
}
const importing = (browser: Browser, csv: string, plan?: string) =>
  browser.send('POST', `${path}/import`, { csv, ...(plan !== undefined && { plan }) })
const table = (...lines: string[][]) => lines.map((line) => csvLine(line)).join('')

// catches mutation: csv-product-formula-escaped
test('importing an unchanged export changes nothing', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const category = await createTestCategory(shop.db, { slug: 'citrus' })
  await editor.send('POST', path, {
    product: { price: '12.05', categoryId: category, sortOrder: -1, availablePackages: ['50г', '1кг'] },
    translations: translationsOf('=HYPERLINK("https://evil.example")', {
      description: 'Two\nlines; "and" more',
      seoTitle: "'=x",
    }),
  })
  await createTestProduct(shop.db, { slug: 'half', names: { ua: 'Пів', en: 'Half', ru: 'Пол' }, is_active: false })

  const response = await exported(shop, editor)
  const csv = await response.text()

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/)
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(csv).not.toMatch(/(?:^|;|")[=+@]/m)
  const { body } = await importing(editor, csv)
  expect(body).toMatchObject({
    applied: false,
    rows: 2,
    created: 0,
    changed: 0,
    unchanged: 2,
    problems: [],
    changes: [],
  })
})

test('a dry run returns the changes and makes none; its plan applies exactly them', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  await createTestCategory(shop.db, { slug: 'citrus' })
  await editor.send('POST', path, productForm('Lemon', { isFeatured: true, sortOrder: 5 }))
  await editor.send('POST', path, productForm('Lime'))
  const csv = table(
    ['slug', 'Price', 'category', 'active', 'packages', 'name_ua', 'name_ru', 'name_en', 'seo_title_en'],
    ['lemon', '12,5', 'citrus', 'ні', '100g, 1кг', 'Лимон', 'Lemon ru', 'Lemon', ''],
    ['lime', '119', '', '', '', 'Lime ua', 'Lime ru', 'Lime', ''],
    ['', '99', 'citrus', 'так', '', 'Ківі', 'Киви', 'Kiwi', 'Buy kiwis'],
    ['', '', '', '', '', '', '', '', ''],
  )
  const before = await shop.db('products').orderBy('slug')

  const { body } = await importing(editor, csv)

  expect(body).toMatchObject({ applied: false, rows: 3, created: 1, changed: 1, unchanged: 1, problems: [] })
  expect(body['changes']).toEqual([
    {
      line: 2,
      slug: 'lemon',
      name: 'Лимон',
      kind: 'change',
      fields: [
        { column: 'category', before: '', after: 'citrus' },
        { column: 'price', before: '119,00', after: '12,50' },
        { column: 'active', before: '1', after: '0' },
        { column: 'packages', before: '50г 100г 500г 1кг', after: '100г 1кг' },
        { column: 'name_ua', before: 'Lemon ua', after: 'Лимон' },
      ],
    },
    expect.objectContaining({ line: 4, slug: '', name: 'Ківі', kind: 'create' }),
  ])
  expect(await shop.db('products').orderBy('slug')).toEqual(before)
  const plan = String(body['plan'])

  const done = await importing(editor, csv, plan)

  expect(done.body).toEqual({ ...body, applied: true })
  expect(
    await shop
      .db('products')
      .orderBy('slug')
      .select('slug', 'price', 'is_active', 'is_featured', 'sort_order', 'available_packages'),
  ).toEqual([
    {
      slug: 'kiwi',
      price: '99.00',
      is_active: true,
      is_featured: false,
      sort_order: 0,
      available_packages: ['50г', '100г', '500г', '1кг'],
    },
    {
      slug: 'lemon',
      price: '12.50',
      is_active: false,
      is_featured: true,
      sort_order: 5,
      available_packages: ['100г', '1кг'],
    },
    {
      slug: 'lime',
      price: '119.00',
      is_active: true,
      is_featured: false,
      sort_order: 0,
      available_packages: ['50г', '100г', '500г', '1кг'],
    },
  ])
  expect((await shop.send('GET', '/api/products/kiwi')).status).toBe(200)
  expect((await readStaffAudit(shop.db).pluck('action')).slice(2)).toEqual([
    'product.changed',
    'product.created',
    'products.imported',
  ])
  // Once applied, the plan is stale: nothing is applied twice.
  expect((await importing(editor, csv, plan)).body['code']).toBe('changed_meanwhile')
  expect(await shop.db('products')).toHaveLength(3)
})

test('drinks are slugs in their order; an empty cell clears them and the number of slices', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  for (const slug of ['negroni', 'spritz']) await createTestDrink(shop.db, { slug })
  await createTestProduct(shop.db, { slug: 'lemon', drinks: ['negroni'], slices_per_50g: 27 })
  const header = ['slug', 'drinks', 'slices_per_50g']

  const unknown = await importing(editor, table(header, ['lemon', 'spritz mojito', '30']))
  expect(unknown.body['problems']).toEqual([{ line: 2, column: 'drinks', problem: 'unknown_drink', value: 'mojito' }])
  const invalid = await importing(editor, table(header, ['lemon', 'spritz', '0']))
  expect(invalid.body['problems']).toMatchObject([{ column: 'slices_per_50g', problem: 'invalid' }])
  const sorted = await importing(editor, table(header, ['lemon', 'spritz negroni', '']))
  expect(sorted.body['changes']).toMatchObject([
    {
      fields: [
        { column: 'slices_per_50g', before: '27', after: '' },
        { column: 'drinks', before: 'negroni', after: 'spritz negroni' },
      ],
    },
  ])
  const { body } = await importing(editor, table(['slug', 'drinks'], ['lemon', '']))
  await importing(editor, table(['slug', 'drinks'], ['lemon', '']), String(body['plan']))
  expect(await shop.db('products').first('drinks', 'slices_per_50g')).toEqual({ drinks: [], slices_per_50g: 27 })
})

// catches mutation: import-plan-unchanged
test('a plan whose changes would now differ is rejected', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const { body: made } = await editor.send('POST', path, productForm('Lemon'))
  const csv = table(['slug', 'price'], ['lemon', '50'])
  const plan = String((await importing(editor, csv)).body['plan'])

  await editor.send('PUT', `${path}/${String(made['id'])}`, productForm('Lemon', { price: 60 }))

  const { status, body } = await importing(editor, csv, plan)
  expect([status, body['code']]).toEqual([409, 'changed_meanwhile'])
  expect((await shop.db('products').first()).price).toBe('60.00')
  expect((await importing(editor, table(['slug', 'price'], ['lemon', '70']), plan)).status).toBe(409)
})

// catches mutation: import-picture-stored
test('problems are reported with line and column, and no row is imported', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  await createTestProduct(shop.db, { slug: 'lemon' })
  const head = ['slug', 'price', 'category', 'image', 'sort_order', 'active', 'name_ua', 'name_ru', 'name_en', 'colour']
  const csv = table(
    head,
    ['lemon', '0', 'nowhere', '', '', '', 'Лимон', 'Лимон', 'Lemon', ''],
    ['lemon', '1', '', 'https://evil.example/a.png', '', '', 'Лимон', 'Лимон', 'Lemon', ''],
    ['new', '1', '', '', 'x', 'maybe', 'Нове', '', 'New', '', 'more'],
    ['Bad Slug', '', '', '/incoming/7a1e0d4c-6a0e-4a51-9e4f-2b1f6d3c5a90', '', '', 'А', 'А', 'A', ''],
  )

  const { body } = await importing(editor, csv)

  expect(body).toMatchObject({ applied: false, plan: null })
  expect(
    (body['problems'] as Record<string, unknown>[]).map(({ line, column, problem }) => [line, column, problem]),
  ).toEqual([
    [1, 'colour', 'unknown_column'],
    [4, null, 'too_many_cells'],
    [2, 'category', 'unknown_category'],
    [2, 'price', 'invalid'],
    [3, 'slug', 'repeated_slug'],
    [3, 'image', 'unfit_picture'],
    [4, 'active', 'invalid'],
    [4, 'sort_order', 'invalid'],
    [4, 'name_ru', 'invalid'],
    [5, 'slug', 'invalid'],
    [5, 'price', 'invalid'],
  ])
  expect((await importing(editor, csv, 'any')).status).toBe(409)
  expect((await importing(editor, 'slug;price\n"lemon;1')).body['problems']).toEqual([
    { line: 1, column: null, problem: 'not_a_table', value: '' },
  ])
})

// catches mutation: large-body-staff-only
test('a table of 1,000 products is imported, with a larger body limit than other requests', {
  timeout: 120_000,
}, async () => {
  await using shop = await openShop()
  const [editor, guest] = [await createSignedInStaff(shop), shop]
  const rows = Array.from({ length: 1_000 }, (_, row) => [
    `p-${row}`,
    '10',
    `П ${row}`,
    `П ${row}`,
    `P ${row}`,
    'о'.repeat(300),
  ])
  const csv = table(['slug', 'price', 'name_ua', 'name_ru', 'name_en', 'description_ua'], ...rows)

  const { body } = await importing(editor, csv)
  const done = await importing(editor, csv, String(body['plan']))

  expect(done.body).toMatchObject({ applied: true, created: 1_000 })
  expect((done.body['changes'] as object[]).length).toBe(500)
  expect(Number((await shop.db('products').count().first())?.['count'])).toBe(1_000)
  // The larger body limit is for staff only.
  expect((await guest.send('POST', `${path}/import`, { csv })).status).toBe(413)
  expect((await editor.send('POST', `${path}/import`, { csv: 'x'.repeat(4_200_000) })).status).toBe(413)
})
