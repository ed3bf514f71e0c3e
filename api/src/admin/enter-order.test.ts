import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'

/** Opens an editor's session and the request of an order for one package at 119.00. */
async function openPhone(shop: Shop) {
  const editor = await createSignedInStaff(shop)
  const productId = await createTestProduct(shop.db, { slug: 'lemon' })
  const request = {
    id: randomUUID(),
    customerName: 'Олена',
    customerPhone: '067 123 45 67',
    customerTelegram: '@olena_bar',
    customerComment: 'Під’їзд із двору',
    language: 'en',
    items: [{ productId, packageSize: '50г', quantity: 1 }],
  }
  const enter = (changes: Record<string, unknown> = {}) =>
    editor.send('POST', '/api/admin/orders', { ...request, ...changes })
  return { editor, request, enter }
}

// catches mutation: entered-order-audited
test('staff enter an order by phone: it is priced, notified and audited as any other, and names who entered it', async () => {
  await using shop = await openShop()
  const { editor, request, enter } = await openPhone(shop)

  const { status, body } = await enter()

  expect(status).toBe(201)
  expect(body).toMatchObject({
    id: request.id,
    source: 'phone',
    customerTelegram: 'olena_bar',
    customerPhone: '+380671234567',
    customerId: null,
    isSuspect: false,
    language: 'en',
    totalAmount: '119.00',
    timeline: [{ kind: 'placed', actor: 'staff', by: { id: editor.user.id } }],
  })
  expect(await shop.db('job_outbox').pluck('key')).toEqual([`order-placed_${request.id}`])
  expect(await readStaffAudit(shop.db)).toMatchObject([
    { action: 'order.entered', thing_id: request.id, user_id: editor.user.id, after: { total: '119.00' } },
  ])
})

test('a double submit stores one order, and another content under its id is refused', async () => {
  await using shop = await openShop()
  const { enter } = await openPhone(shop)

  const responses = await Promise.all([enter(), enter(), enter()])
  const other = await enter({ customerName: 'Ірина' })

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
  expect([other.status, other.body['code']]).toEqual([409, 'order_differs'])
  expect(await shop.db('orders')).toHaveLength(1)
  expect(await readStaffAudit(shop.db)).toHaveLength(1)
})

test('orders of a phone call count for no network, and the limit of a phone number does not stop staff', async () => {
  await using shop = await openShop()
  const { enter } = await openPhone(shop)

  const statuses: number[] = []
  for (let calls = 0; calls < 7; calls += 1) statuses.push((await enter({ id: randomUUID() })).status)

  expect(statuses).toEqual(Array.from({ length: 7 }, () => 201))
  expect(await shop.db('orders').whereNotNull('address_hash')).toEqual([])
})

test('an order without lines, a name or a phone, or with an invalid Telegram name, is refused', async () => {
  await using shop = await openShop()
  const { enter } = await openPhone(shop)

  for (const changes of [
    { items: [] },
    { customerName: ' ' },
    { customerPhone: '12' },
    { customerTelegram: 'a b' },
    { id: 'x' },
  ])
    expect((await enter(changes)).status, JSON.stringify(changes)).toBe(400)
  expect((await enter({ items: [{ productId: randomUUID(), packageSize: '50г', quantity: 1 }] })).status).toBe(422)
})

test('an order in the shop has the source “shop” and the customer as its author', async () => {
  await using shop = await openShop()
  const { editor, request } = await openPhone(shop)
  const order = { id: request.id, customerName: 'Олена', customerPhone: '067 123 45 67', filledInMs: 9_000 }
  await shop.send('POST', '/api/orders', order)

  const { body } = await editor.send('GET', `/api/admin/orders/${request.id}`)

  expect(body).toMatchObject({ source: 'shop', customerTelegram: null, timeline: [{ actor: 'customer', by: null }] })
})
