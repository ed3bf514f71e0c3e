import { randomUUID } from 'node:crypto'
import { MAX_STATUS_CHANGES } from '@tsedra/contract/admin-orders'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'

const path = '/api/admin/orders/status'

// catches mutation: status-change-compared
test('a bulk change reports every order: one conflict leaves the others changed', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const ids = [await createTestOrder(shop.db), await createTestOrder(shop.db), await createTestOrder(shop.db)] as const
  await admin.send('PUT', `/api/admin/orders/${ids[1]}/status`, { status: 'cancelled' })
  const missing = randomUUID()

  const changes = [...ids, missing].map((id) => ({ id, from: 'pending', status: 'confirmed' }))
  const { status, body } = await editor.send('POST', path, { changes })

  expect(status).toBe(200)
  expect(body['results']).toEqual([
    { id: ids[0], outcome: 'changed' },
    { id: ids[1], outcome: 'conflict', conflict: { status: 'cancelled', actor: 'staff', name: 'Олена Коваль' } },
    { id: ids[2], outcome: 'changed' },
    { id: missing, outcome: 'missing' },
  ])
  const stored = await shop.db('orders').select<{ id: string; status: string }[]>('id', 'status')
  expect(Object.fromEntries(stored.map(({ id, status }) => [id, status]))).toEqual({
    [ids[0]]: 'confirmed',
    [ids[1]]: 'cancelled',
    [ids[2]]: 'confirmed',
  })
  const changed = (await readStaffAudit(shop.db)).filter(({ action }) => action === 'order.changed')
  expect(changed).toHaveLength(3)
})

test('an undo is a second change back; a repeat of a bulk change changes nothing', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = await createTestOrder(shop.db)
  const there = { changes: [{ id, from: 'pending', status: 'confirmed' }] }
  const back = { changes: [{ id, from: 'confirmed', status: 'pending' }] }

  for (const sent of [there, there, back, back]) {
    expect((await editor.send('POST', path, sent)).body['results']).toEqual([{ id, outcome: 'changed' }])
  }
  const events = await shop.db('order_events').where({ order_id: id, kind: 'status' }).orderBy('id')
  expect(events.map(({ new_status }) => String(new_status))).toEqual(['confirmed', 'pending'])
})

test('a bulk change requires the seen status of one to a hundred orders', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const change = { id: randomUUID(), from: 'pending', status: 'confirmed' }
  const invalid = [
    [],
    Array.from({ length: MAX_STATUS_CHANGES + 1 }, () => change),
    [{ id: change.id, status: 'confirmed' }],
    [{ ...change, status: 'gone' }],
  ]
  for (const changes of invalid) expect((await editor.send('POST', path, { changes })).status).toBe(400)
})
