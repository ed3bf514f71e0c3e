import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { MAX_RACERS, openOrderApi, type PhoneRequest } from './order-api.ts'

test('each request of a race has a connection of its own', async () => {
  await using database = await testDatabase()
  const [product, discontinuedProduct, id] = [randomUUID(), randomUUID(), randomUUID()]
  await using api = await openOrderApi({ url: database.url, users: [randomUUID()], product, discontinuedProduct })
  api.start(0, { oldest: 1, latest: 1 })
  const copies = Array.from({ length: MAX_RACERS }, () => composeOrder(id, product))

  const answers = await api.race(0, copies, () => 0)

  expect(answers.filter((answer) => answer?.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(MAX_RACERS - 1)
  expect((await api.read()).orders.map((order) => order.id)).toEqual([id])
})

function composeOrder(id: string, productId: string): PhoneRequest {
  return {
    path: '/api/orders',
    headers: { 'content-type': 'application/json', 'idempotency-key': id, 'x-app': 'tsedra', 'x-order-version': '1' },
    body: JSON.stringify({ customerName: 'Олена', customerPhone: '+380 67 000 01 24', productId, quantity: 1, id }),
    account: null,
    address: '203.0.113.1',
  }
}
