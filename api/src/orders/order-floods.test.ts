import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSignedInUser } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const PHONE = '067 123 45 67'
const noLimits = { perAddress10Min: 1e6, perAddressDay: 1e6, perPhoneHour: 1e6, shopHour: 1e6 }

const anOrder = (changes: object = {}) => ({
  id: randomUUID(),
  customerName: 'Олена',
  customerPhone: PHONE,
  filledInMs: 9_000,
  ...changes,
})
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const sendOrder = (shop: Shop, order: object, ip: string) => shop.send('POST', '/api/orders', order, from(ip))
const statusesOf = async (calls: (() => Promise<{ status: number }>)[]) => {
  const statuses: number[] = []
  for (const call of calls) statuses.push((await call()).status)
  return statuses
}
const times = <T>(count: number, make: (turn: number) => T): T[] =>
  Array.from({ length: count }, (_, turn) => make(turn))

/** Sets the status of the oldest pending orders, as staff do. */
const handle = ({ db }: Shop, count: number, status: string) =>
  db('orders')
    .whereIn('id', db('orders').where({ status: 'pending' }).orderBy('created_at').limit(count).select('id'))
    .update({ status })

// catches mutation: handled-orders-not-counted
test('a bar orders all evening from one phone while staff handle its requests', async () => {
  await using shop = await openShop()
  const order = () => sendOrder(shop, anOrder(), '203.0.113.7')

  expect(await statusesOf(times(4, () => order))).toEqual(times(4, () => 201))
  await handle(shop, 3, 'confirmed')
  expect(await statusesOf(times(4, () => order))).toEqual(times(4, () => 201))
  await handle(shop, 4, 'completed')
  expect(await statusesOf(times(4, () => order))).toEqual(times(4, () => 201))

  expect(await shop.db('orders')).toHaveLength(12)
  // Five are pending at this point.
  expect((await order()).status).toBe(429)
})

// catches mutation: cancelled-orders-counted
test.each(['staff', 'the sender'])(
  'one phone is rate limited after five pending orders, also when %s cancels them',
  async (who) => {
    await using shop = await openShop()
    const sent = times(5, () => anOrder())
    const turn = (order: object, place_: number) => () => sendOrder(shop, order, `203.0.113.${place_}`)
    expect(await statusesOf(sent.map(turn))).toEqual([201, 201, 201, 201, 201])
    const sixth = anOrder()
    const refused = await sendOrder(shop, sixth, '203.0.113.77')

    if (who === 'staff') await handle(shop, 5, 'cancelled')
    else for (const { id } of sent) await shop.send('POST', `/api/orders/${id}/cancel`, {})
    const again = await sendOrder(shop, sixth, '203.0.113.78')

    expect([refused.status, again.status]).toEqual([429, 429])
    expect([refused.body['code'], Number(refused.headers.get('retry-after'))]).toEqual(['too_many_requests', 600])
    // A rejected id is not used up.
    await shop.db('orders').update({ created_at: shop.db.raw("now() - interval '61 minutes'") })
    expect((await sendOrder(shop, sixth, '203.0.113.79')).status).toBe(201)
  },
)

test('a signed-in customer may have fifteen pending orders an hour, and no more', async () => {
  await using shop = await openShop()
  const customer = await createSignedInUser(shop)
  const order = () => customer.send('POST', '/api/orders', anOrder())

  expect(await statusesOf(times(16, () => order))).toEqual([...times(15, () => 201), 429])
  expect((await sendOrder(shop, anOrder(), '203.0.113.7')).status).toBe(429)
})

// catches mutation: order-limit-wide-networks
test('orders of an IPv6 address count for its /64, its /56 and its /48', async () => {
  await using shop = await openShop({ orderLimits: { ...noLimits, perAddress10Min: 2 } })
  const order = (ip: string) => () => sendOrder(shop, anOrder(), ip)

  // The limits are two per /64, four per /56, eight per /48.
  expect(await statusesOf(times(3, (turn) => order(`2001:db8:1:100::${turn}`)))).toEqual([201, 201, 429])
  expect(await statusesOf(times(3, (turn) => order(`2001:db8:1:1${turn}f::1`)))).toEqual([201, 201, 429])
  expect(await statusesOf(times(5, (turn) => order(`2001:db8:1:${turn + 2}00::1`)))).toEqual([201, 201, 201, 201, 429])
  expect((await order('2001:db8:2:100::1')()).status).toBe(201)
})

test('ids used up without an order count for the wider networks of an IPv6 address too', async () => {
  await using shop = await openShop()
  const cancel = (ip: string) => shop.send('POST', `/api/orders/${randomUUID()}/cancel`, {}, from(ip))
  await cancel('2001:db8:1:100::1')
  await shop
    .db('throttles')
    .where({ bucket: 'used-up-ids-48' })
    .update({ hits: 400, next_at: shop.db.raw("now() + interval '30 s'") })

  const neighbour = await cancel('2001:db8:1:200::1')

  expect([neighbour.status, neighbour.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await cancel('2001:db8:2:100::1')).status).toBe(200)
})

// catches mutation: crowded-sender-refused
test('senders over the in-flight limit are rejected before any query, others are not', async () => {
  await using shop = await openShop({ orderLimits: { ...noLimits, inFlight: 3 } })
  const copy = anOrder()
  // This lock blocks every query for the outcome of an id.
  const lock = await shop.db.transaction()
  await lock.raw('LOCK TABLE order_ids IN ACCESS EXCLUSIVE MODE')
  const inFlight = [copy, copy, anOrder()].map((order) => sendOrder(shop, order, '203.0.113.7'))
  const waiting = async () => {
    const { rows } = await lock.raw<{ rows: object[] }>(
      "SELECT FROM pg_locks WHERE NOT granted AND relation = 'order_ids'::regclass",
    )
    return rows.length
  }
  await expect.poll(waiting, { interval: 10 }).toBe(3)

  const refused = await sendOrder(shop, copy, '203.0.113.7')
  const honest = sendOrder(shop, anOrder(), '203.0.113.8')
  await expect.poll(waiting, { interval: 10 }).toBe(4)
  await lock.rollback()

  expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_requests',
    '2',
  ])
  expect((await honest).status).toBe(201)
  const [first, second, other] = (await Promise.all(inFlight)).map(({ status }) => status)
  expect([(first ?? 0) + (second ?? 0), other]).toEqual([401, 201])
  // The rejection is not final: the same request is replayed afterwards.
  expect((await sendOrder(shop, copy, '203.0.113.7')).status).toBe(200)
})

// catches mutation: order-rate-limit
test('placing orders has a rate limit of its own, which counts repeats and no other calls', async () => {
  await using shop = await openShop({ rateLimits: { orders: 3 } })
  const order = anOrder()
  const send = (body: unknown) => shop.send('POST', '/api/orders', body, from('203.0.113.7'))

  expect(await statusesOf(times(3, () => () => send(order)))).toEqual([201, 200, 200])
  const refused = await send('this is not read any more')

  expect([refused.status, refused.body['code']]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await shop.send('GET', `/api/orders/${order.id}`, undefined, from('203.0.113.7'))).status).toBe(200)
  expect((await sendOrder(shop, anOrder(), '203.0.113.8')).status).toBe(201)
})

// catches mutation: known-customers-pass-flood
test('in a flood signed-in and known customers keep their priority, unknown senders wait', async () => {
  await using shop = await openShop({ orderLimits: { ...noLimits, shopHour: 2 } })
  const customer = await createSignedInUser(shop)
  const known = anOrder({ customerPhone: '050 765 43 21' })
  await sendOrder(shop, known, '203.0.113.1')
  await shop.db('orders').update({ status: 'completed' })
  await sendOrder(shop, anOrder({ customerPhone: '067 000 00 01' }), '203.0.113.2')

  const [unknown, regular, own] = [anOrder(), anOrder({ customerPhone: known.customerPhone }), anOrder()]
  await sendOrder(shop, unknown, '203.0.113.3')
  await sendOrder(shop, regular, '203.0.113.4')
  await customer.send('POST', '/api/orders', own)

  const suspect = await shop.db('orders').where({ is_suspect: true }).pluck('id')
  expect(suspect).toEqual([unknown.id])
  const later = await shop.db('job_outbox').where({ can_wait: true }).pluck('payload')
  expect(later).toMatchObject([{ orderId: unknown.id }])
})
