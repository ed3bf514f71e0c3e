import { staffMessageOutdated } from '@tsedra/contract/jobs'
import { changeStatus } from '@tsedra/database/order-status'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const lemon = { product_slug: 'lemon', package_size: '100г', quantity: 3 }
const pear = { product_slug: 'pear', package_size: '500г', quantity: 1 }

/** For each order marked in list and drawer, the order it may repeat. */
async function marksOf(shop: Shop): Promise<Record<string, string>> {
  const editor = await createSignedInStaff(shop)
  const { body } = await editor.send('GET', '/api/admin/orders')
  const marks = (body['possibleDuplicates'] ?? {}) as Record<string, string>
  for (const { id } of body['orders'] as { id: string }[]) {
    const details = await editor.send('GET', `/api/admin/orders/${id}`)
    expect(details.body['possibleDuplicateOf'], id).toBe(marks[id])
  }
  return marks
}

test('the same cart from the same phone within an hour is marked in list and drawer, in any item order', async () => {
  await using shop = await openShop()
  const first = await createTestOrder(shop.db, { created_at: ago(50), customer_comment: 'до 15:00' }, [lemon, pear])
  const second = await createTestOrder(shop.db, { created_at: ago(10), customer_name: 'Оля' }, [pear, lemon])
  await createTestOrder(shop.db, { created_at: ago(5), customer_phone: '+380501112233' }, [lemon, pear])

  expect(await marksOf(shop)).toEqual({ [first]: second, [second]: first })
})

test('the same words in two fresh forms are marked, other words are not', async () => {
  await using shop = await openShop()
  const first = await createTestOrder(shop.db, { created_at: ago(20), customer_comment: 'Чи є лайм?' })
  const second = await createTestOrder(shop.db, { created_at: ago(1), customer_comment: ' чи  є лайм?\n' })
  await createTestOrder(shop.db, { created_at: ago(1), customer_comment: 'Чи є грейпфрут?' })

  expect(await marksOf(shop)).toEqual({ [first]: second, [second]: first })
})

test('two phones that were offline are compared by when the customer pressed send', async () => {
  await using shop = await openShop()
  const first = await createTestOrder(shop.db, { created_at: ago(300), sent_at: ago(301) }, [lemon])
  const second = await createTestOrder(shop.db, { created_at: ago(1), sent_at: ago(290) }, [lemon])
  // Clocks that were reset to 1970 prove nothing.
  const clock = { customer_phone: '+380501112233', sent_at: new Date(0) }
  await createTestOrder(shop.db, { created_at: ago(300), ...clock }, [lemon])
  await createTestOrder(shop.db, { created_at: ago(1), ...clock }, [lemon])

  expect(await marksOf(shop)).toEqual({ [first]: second, [second]: first })
})

// catches mutation: duplicate-same-content
test.each<[string, Record<string, unknown>, Record<string, unknown>[]]>([
  ['later than an hour', { created_at: ago(0) }, [lemon]],
  ['with another quantity', { created_at: ago(60) }, [{ ...lemon, quantity: 4 }]],
  ['with another package', { created_at: ago(60) }, [{ ...lemon, package_size: '50г' }]],
  ['with another product', { created_at: ago(60) }, [{ ...lemon, product_slug: 'lime' }]],
  ['with one more line', { created_at: ago(60) }, [lemon, pear]],
  ['without lines', { created_at: ago(60) }, []],
  ['that is cancelled', { created_at: ago(60), status: 'cancelled' }, [lemon]],
])('an order %s is no duplicate', async (_, changes, lines) => {
  await using shop = await openShop()
  await createTestOrder(shop.db, { created_at: ago(61) }, [lemon])
  await createTestOrder(shop.db, changes, lines)

  expect(await marksOf(shop)).toEqual({})
})

// catches mutation: duplicate-not-cancelled, duplicate-mark-removed
test('cancelling one of two removes both marks, and the staff message of the other is updated', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const first = await createTestOrder(shop.db, { created_at: ago(20) }, [lemon])
  const second = await createTestOrder(shop.db, { created_at: ago(1) }, [lemon])
  const message = { chat_id: '-100', message_id: 7 }
  await shop.db('order_messages').insert({ order_id: second, ...message, is_repeated: false })
  const shownAgain = () =>
    shop.db('job_outbox').where({ name: staffMessageOutdated.name }).orderBy('id').select('payload')

  await editor.send('PUT', `/api/admin/orders/${first}/status`, { status: 'cancelled' })
  expect(await marksOf(shop)).toEqual({})
  expect(await shownAgain()).toMatchObject([{ payload: { orderId: second, chatId: '-100', messageId: 7 } }])

  await editor.send('PUT', `/api/admin/orders/${first}/status`, { status: 'pending' })
  expect(await marksOf(shop)).toEqual({ [first]: second, [second]: first })
  expect(await shownAgain()).toHaveLength(2)

  // The customer's own cancel removes the mark too.
  await shop.db.transaction((trx) => changeStatus(trx, { orderId: first, to: 'cancelled', by: 'customer' }))
  expect(await marksOf(shop)).toEqual({})
  expect(await shownAgain()).toHaveLength(3)
})
