import { expect, test } from 'vitest'
import { createTestOrder } from '../../../test/orders.ts'
import { openShop, type Shop } from '../../../test/shop.ts'
import { createSignedInStaff } from '../../../test/staff.ts'
import type { Browser } from '../../../test/users.ts'

const days = 'from=2026-10-24&to=2026-10-25'

async function download(shop: Shop, { cookies }: Browser, table: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${shop.url}/api/admin/figures.csv?${days}&table=${table}`, { headers: { cookie } })
  return { headers: response.headers, text: (await response.text()).replace(/^\ufeff/, '') }
}

// catches mutation: csv-product-formula-escaped
test('every figure is a table: decimal commas, words of the language, no formulas', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const names = JSON.stringify({ ua: '=HYPERLINK("https://evil.example")' })
  const id = await createTestOrder(
    shop.db,
    { created_at: '2026-10-24T12:00:00Z', total_amount: '642.87', status: 'confirmed' },
    [{ product_names: names }],
  )
  await shop.db('order_events').insert({
    order_id: id,
    kind: 'status',
    new_status: 'confirmed',
    actor: 'staff',
    created_at: '2026-10-24T12:30:00Z',
  })
  await shop.db('search_counts').insert({ day: '2026-10-25', query: '+банан', is_empty: true, count: 2 })
  const read = async (table: string) => (await download(shop, editor, table)).text

  const { headers } = await download(shop, editor, 'orders')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="orders-2026-10-24-2026-10-25.csv"')
  expect(await read('orders')).toBe(
    'Початок;Замовлення;Скасовано;"Виторг, ₴"\r\n2026-10-24;1;0;"642,87"\r\n2026-10-25;0;0;"0,00"\r\n',
  )
  expect(await read('statuses')).toBe(
    'Статус;Замовлення\r\nОчікує;0\r\nПідтверджено;1\r\nВиконано;0\r\nСкасовано;0\r\n',
  )
  expect(await read('answers')).toContain('З відповіддю;1\r\n')
  expect(await read('answers')).toContain('"Медіана, хв";30\r\n')
  expect(await read('products')).toContain(`"'=HYPERLINK(""https://evil.example"")";3;"642,87"\r\n`)
  expect(await read('packages')).toContain('100г;3;"642,87"\r\n')
  expect(await read('customers&lang=en')).toBe(
    'Customers;Number;Orders\r\nNew;1;1\r\nReturning;0;0\r\nPhone already erased;;0\r\n',
  )
  expect(await read('searches')).toBe("Запит;Разів\r\n'+банан;2\r\n")
})
