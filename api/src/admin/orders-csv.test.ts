import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import type { Browser } from '../../test/users.ts'

/** The file and its response headers. */
async function download(shop: Shop, { cookies }: Browser, query = '') {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${shop.url}/api/admin/orders.csv${query}`, { headers: { cookie } })
  return {
    headers: response.headers,
    status: response.status,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()),
  }
}

// catches mutation: csv-order-formula-escaped
test('the export has the filtered orders: Kyiv time, decimal commas, no formulas', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = '9f3c1a7e-0000-4000-8000-000000000000'
  await createTestOrder(
    shop.db,
    {
      id,
      customer_name: '=HYPERLINK("https://evil.example";"x")',
      customer_comment: 'двері; "Барвінок"\nдвір',
      total_amount: '1642.87',
      quoted_total: '1600.00',
      created_at: '2026-11-20T22:05:00Z',
    },
    [{}, { line: 1, quantity: 1, package_size: '1кг' }],
  )
  await createTestOrder(shop.db, { status: 'cancelled' })

  const { headers, status, text } = await download(shop, editor, '?status=pending')

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text).toBe(
    '\ufeffНомер;Дата;Статус;Ім’я;Телефон;Коментар;Товари;"Сума, ₴";"Покупець бачив, ₴";ID\r\n' +
      '9F3C1A7E;2026-11-21 00:05;Очікує;"\'=HYPERLINK(""https://evil.example"";""x"")";\'+380671234567;' +
      '"двері; ""Барвінок""\nдвір";"Лимонні чипси 100г × 3\nЛимонні чипси 1кг × 1";"1642,87";"1600,00";' +
      `${id}\r\n`,
  )
  expect((await download(shop, editor, '?lang=en')).text).toContain('Number;Date;Status;Name')
  expect(await shop.db('audit_log').where({ action: 'orders.exported' }).orderBy('id')).toMatchObject([
    { user_id: editor.user.id, after: { count: 1, status: 'pending' } },
    { after: { count: 2 } },
  ])
})

test('an export of any length is streamed; a client that stops reading costs no memory', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const many = 3_000
  await shop.db.raw(
    `WITH ids AS (INSERT INTO order_ids (id, outcome) SELECT gen_random_uuid(), 'order' FROM generate_series(1, ?) RETURNING id)
     INSERT INTO orders (id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, language, customer_comment)
     SELECT id, 'Олена', '+380671234567', '067', true, 'ua', repeat('я', 2000) FROM ids`,
    [many],
  )

  const { text } = await download(shop, editor)
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(many)
  expect(new Set(lines.map((line) => line.split(';').at(-1))).size).toBe(many)

  const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const deleted = new AbortController()
  const response = await fetch(`${shop.url}/api/admin/orders.csv`, { headers: { cookie }, signal: deleted.signal })
  await response.body?.getReader().read()
  deleted.abort()
  expect((await editor.send('GET', '/api/admin/orders?limit=1')).body['total']).toBe(many)
})
