import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'

/** Characters that reorder text or break its line. */
const harmful =
  /[\u0000-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

const nasty = (text: string) => `${text}\u202e\u2067\u200f\u061c\u2028x\u0085y\v\fz`

test('no customer text reorders or breaks what staff read: list, details, CSV, accounts and audit log', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  await shop
    .db('users')
    .where({ id: admin.user.id })
    .update({ first_name: nasty('Адмін'), last_name: '' })
  const id = await createTestOrder(
    shop.db,
    {
      customer_name: nasty('Олена'),
      customer_phone: nasty('067'),
      customer_comment: nasty('двері'),
      phone_is_valid: false,
    },
    [{ product_names: JSON.stringify({ ua: nasty('Чипси') }) }],
  )
  await admin.send('POST', `/api/admin/orders/${id}/notes`, { note: nasty('нотатка').replace('\v', '') })
  await admin.send('PUT', `/api/admin/orders/${id}/status`, { status: 'confirmed' })
  await shop.db('audit_log').insert({ actor: 'command', action: 'user.changed', after: { name: nasty('Стара') } })
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const read = async (path: string) => (await fetch(shop.url + path, { headers: { cookie } })).text()

  const list = await read('/api/admin/orders')
  const details = await read(`/api/admin/orders/${id}`)
  const users = await read('/api/admin/users')
  const audit = await read('/api/admin/audit')
  const table = (await read('/api/admin/orders.csv')).replace(/^\ufeff/, '')
  const refusal = await admin.send('PUT', `/api/admin/orders/${id}/status`, { status: 'cancelled', from: 'pending' })

  const everyText = (json: string): string[] => {
    const texts: string[] = []
    JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? texts.push(value) : undefined, value))
    return texts
  }
  const shown = [list, users, audit, JSON.stringify(refusal.body)].flatMap(everyText)
  const order = JSON.parse(details) as Record<string, unknown>
  expect([...shown, ...everyText(details), table].filter((text) => harmful.test(text))).toEqual([])
  expect(order).toMatchObject({
    customerName: 'Олена x y z',
    customerPhone: '067 x y z',
    customerComment: 'двері\nx\ny\n\nz',
    timeline: [{}, { note: 'нотатка\nx\ny\nz', by: { name: 'Адмін x y z' } }, { by: { name: 'Адмін x y z' } }],
  })
  expect(refusal.body).toMatchObject({ code: 'changed_meanwhile', details: { name: 'Адмін x y z' } })
  expect(table).toContain(';Олена x y z;067 x y z;"двері\nx\ny\n\nz";Чипси x y z 100г × 3;')
})
