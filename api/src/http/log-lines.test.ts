import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { createLog } from '@tsedra/service/log'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import { createTestUser } from '../../test/users.ts'
import { openShop } from '../../test/shop.ts'

interface Line {
  event?: string
  msg: string
  requestId?: string
  order?: string
}

function openLog() {
  const lines: Line[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Line)
      done()
    },
  })
  return { log: createLog('api', 'info', sink), lines }
}

const anOrder = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  customerName: 'Соломія Тихенька',
  customerPhone: '+380671112233',
  filledInMs: 9_000,
  ...changes,
})

test('log lines of orders and sign-ins have the event, request id and order id, without personal data', async () => {
  const { log, lines } = openLog()
  await using shop = await openShop({ log })
  const user = await createTestUser(shop.db)
  const inactive = await createTestUser(shop.db, { is_active: false })
  const unproved = await createTestUser(shop.db, { is_verified: false })
  const login = (emailOrPhone: string, password: string) =>
    shop.send('POST', '/api/auth/login', { emailOrPhone, password })
  const order = anOrder()

  const responses = [
    await shop.send('POST', '/api/orders', order),
    await shop.send('POST', '/api/orders', order),
    await shop.send('POST', `/api/orders/${order.id}/cancel`, {}),
    await login(user.email, 'not-the-password'),
    await login(`${randomUUID()}@bar.example`, user.password),
    await login(inactive.email, inactive.password),
    await login(unproved.email, unproved.password),
    await login(user.email, user.password),
  ]

  expect(responses.map(({ status }) => status)).toEqual([201, 200, 200, 401, 401, 401, 403, 200])
  const common = { app: 'api', level: 30, time: expect.any(Number) }
  const actual = [
    { event: 'order-placed', order: order.id, replayed: false },
    { event: 'order-placed', order: order.id, replayed: true },
    { event: 'order-cancelled', order: order.id },
    { event: 'sign-in-rejected', reason: 'wrong-password', user: user.id },
    { event: 'sign-in-rejected', reason: 'unknown-account' },
    { event: 'sign-in-rejected', reason: 'inactive', user: inactive.id },
    { event: 'sign-in-rejected', reason: 'not-verified', user: unproved.id },
    { event: 'signed-in', by: 'password', user: user.id },
  ]
  expect(lines.filter(({ event }) => event)).toEqual(
    actual.map((line, nth) => ({
      ...common,
      ...line,
      msg: line.event,
      requestId: responses[nth]?.headers.get('x-request-id'),
    })),
  )
  expect(JSON.stringify(lines)).not.toMatch(/Соломія|Тихенька|671112233|@|not-the-password|127\.0\.0\.1|203\.0\.113/)
})

test('the API ignores a request id of the client and assigns its own', async () => {
  const { log, lines } = openLog()
  await using shop = await openShop({ log })
  const forged = 'forged-id'

  const { headers } = await shop.send('POST', '/api/orders', anOrder(), { 'x-request-id': forged })

  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
  expect(lines.find(({ event }) => event === 'order-placed')?.requestId).toBe(headers.get('x-request-id'))
  expect(JSON.stringify(lines)).not.toContain('forged')
})

test('log lines of staff changes have the event, order id and request id', async () => {
  const { log, lines } = openLog()
  await using shop = await openShop({ log })
  const editor = await createSignedInStaff(shop)
  const [first, second] = [await createTestOrder(shop.db), await createTestOrder(shop.db)]
  lines.length = 0

  const change = await editor.send('PUT', `/api/admin/orders/${first}/status`, { status: 'confirmed' })
  const changes = [
    { id: second, from: 'pending', status: 'confirmed' },
    { id: first, from: 'pending', status: 'completed' },
  ]
  const bulk = await editor.send('POST', '/api/admin/orders/status', { changes })

  expect([change.status, bulk.status]).toEqual([200, 200])
  const [one, several] = [change, bulk].map(({ headers }) => headers.get('x-request-id'))
  expect(lines.map(({ msg, order, requestId }) => [msg, order, requestId])).toEqual([
    ['order-status-changed', first, one],
    ['order-status-changed', second, several],
    ['order-status-change-rejected', first, several],
  ])
})

test('the log line of a refused or failed order has its order id, in refusals as in errors', async () => {
  const { log, lines } = openLog()
  await using shop = await openShop({ log, orderLimits: { perPhoneHour: 1 } })
  const [placed, refused, failed] = [anOrder(), anOrder(), anOrder({ customerPhone: '+380671112244' })]

  await shop.send('POST', '/api/orders', placed)
  const refusal = await shop.send('POST', '/api/orders', refused)
  await shop.db.raw("ALTER TABLE orders ADD CONSTRAINT broken CHECK (customer_phone = '') NOT VALID")
  const failure = await shop.send('POST', '/api/orders', failed)

  expect([refusal.status, failure.status]).toEqual([429, 500])
  expect(lines.slice(1)).toEqual([
    expect.objectContaining({ level: 30, event: 'rate-limited', order: refused.id, msg: 'refused' }),
    expect.objectContaining({ level: 50, msg: 'unexpected error', order: failed.id }),
  ])
  expect(failure.headers.get('x-order-id')).toBe(failed.id)
})
