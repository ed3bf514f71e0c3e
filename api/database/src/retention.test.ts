import { randomUUID } from 'node:crypto'
import { orderStatusChanged } from '@tsedra/contract/jobs'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createTestOrder } from '../../test/orders.ts'
import { queueJob } from './outbox.ts'
import { sweep, defaultRetention } from './retention.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

test('P-04: a sweep deletes exactly the expired rows, and a second sweep none', async () => {
  await using database = await testDatabase()
  const { db } = database
  const [user] = await db('users').insert({ email: 'olena@bar.example' }, ['id'])
  const attempt = (hours: number) => ({
    id: randomUUID(),
    purpose: 'register',
    is_decoy: false,
    identity: `${hours}`,
    kind: 'email',
    language: 'ua',
    browser_hash: Buffer.alloc(32),
    created_at: ago(hours),
  })
  const rateLimit = (hours: number) => ({
    bucket: `${hours}`,
    key_hash: Buffer.alloc(1),
    hits: 1,
    window_ends: ago(hours),
    next_at: ago(hours),
  })
  const session = (device: string, times: object) => ({
    id_hash: Buffer.from(device),
    user_id: user.id,
    device,
    ...times,
  })
  await db('pending_registrations').insert([attempt(23), attempt(25)])
  await db('throttles').insert([rateLimit(-1), rateLimit(47), rateLimit(49)])
  await db('user_sessions').insert([
    session('open', {}),
    session('ended', { revoked_at: ago(29 * 24) }),
    session('long ended', { revoked_at: ago(31 * 24) }),
    session('forgotten', { last_seen_at: ago(61 * 24) }),
  ])

  await db('telegram_updates').insert([47, 49].map((hours) => ({ update_id: hours, seen_at: ago(hours) })))
  const change = { user_id: user.id, what: 'password', language: 'ua' }
  await db('account_changes').insert(
    [47, 49].map((hours) => ({ ...change, email: `${hours}`, created_at: ago(hours) })),
  )
  const job = (key: string, times: object) => ({ key, name: 'order-placed', payload: '{}', ...times })
  const days = (count: number) => ago(count * 24)
  await db('job_outbox').insert([
    job('sent', { done_at: days(29), created_at: days(60) }),
    job('sent long ago', { done_at: days(31) }),
    job('unsent', { created_at: days(60) }),
  ])

  await db('search_counts').insert(
    [89, 92].map((age) => ({ day: days(age), query: `${age}`, is_empty: false, count: 1 })),
  )

  expect(await sweep(db)).toBe(8)

  expect((await db('pending_registrations')).map(({ identity }) => identity)).toEqual(['23'])
  expect((await db('throttles').orderBy('bucket')).map(({ bucket }) => bucket)).toEqual(['-1', '47'])
  expect((await db('user_sessions').orderBy('device')).map(({ device }) => device)).toEqual(['ended', 'open'])
  expect((await db('telegram_updates')).map(({ update_id }) => Number(update_id))).toEqual([47])
  expect((await db('account_changes')).map(({ email }) => email)).toEqual(['47'])
  expect((await db('job_outbox').orderBy('id')).map(({ key }) => key)).toEqual(['sent', 'unsent'])
  expect(await db('search_counts').pluck('query')).toEqual(['89'])
  expect(await sweep(db)).toBe(0)
})

test('P-04: one sweep deletes thousands of expired rows', async () => {
  await using database = await testDatabase()
  const { db } = database
  await db.raw(`INSERT INTO telegram_updates SELECT n, now() - interval '3 days' FROM generate_series(1, 1001) n`)

  expect(await sweep(db)).toBe(1_001)
})

test('P-04: a failing step is named in the error and does not stop the other steps', async () => {
  await using database = await testDatabase()
  const { db } = database
  const refuse = (table: string) =>
    db.raw(`CREATE TRIGGER refuse BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`)
  await db.raw(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'Олена'; END $$`)
  await refuse('telegram_updates')
  await db('telegram_updates').insert({ update_id: 1, seen_at: ago(49) })
  const rateLimit = { bucket: 'x', key_hash: Buffer.alloc(1), hits: 1 }
  await db('throttles').insert({ ...rateLimit, window_ends: ago(49), next_at: ago(49) })

  await expect(sweep(db)).rejects.toThrow(/^retention sweep failed: telegram_updates \(P0001\)$/)

  expect(await db('throttles')).toEqual([])
})

test('P-04: chats of a deleted account are in no completed job', async () => {
  await using database = await testDatabase()
  const { db } = database
  await db('users').insert([
    { email: 'olena@bar.example', telegram_id: '71' },
    { email: 'petro@bar.example', telegram_id: '72' },
  ])
  const [guests, theirs] = await db.transaction(async (trx) => [await createTestOrder(trx), await createTestOrder(trx)])
  await db('order_chats').insert({ order_id: guests, chat_id: '73', language: 'ua' })
  for (const [orderId, chatId] of [
    [theirs, '71'],
    [theirs, '72'],
    [guests, '73'],
    [theirs, '73'],
  ] as const)
    await db.transaction((trx) => queueJob(trx, orderStatusChanged, { orderId, chatId, event: 1 }))
  await db('job_outbox').update({ done_at: new Date() })
  await db.transaction((trx) => queueJob(trx, orderStatusChanged, { orderId: theirs, chatId: '71', event: 2 }))

  await db('users').where({ telegram_id: '71' }).delete()

  expect(await sweep(db)).toBe(2)
  const remaining = await db('job_outbox').orderBy('id').pluck('key')
  expect(remaining).toEqual([`order-moved_${theirs}_1_72`, `order-moved_${guests}_1_73`, `order-moved_${theirs}_2_71`])
  await db('job_outbox').update({ done_at: new Date() })
  expect(await sweep(db)).toBe(1)
})

// catches mutation: retention-erases-name
test('P-04: after 24 months an order names no customer, and its money, status and lines are unchanged', async () => {
  await using database = await testDatabase()
  const { db } = database
  const [user] = await db('users').insert({ email: 'olena@bar.example' }, ['id'])
  const now = await db.raw(`SELECT now() - interval '24 months' AS edge`)
  const edge = (now.rows[0] as { edge: Date }).edge.getTime()
  const order = async (created_at: Date) => {
    const id = randomUUID()
    await db('order_ids').insert({ id, outcome: 'order', fingerprint: Buffer.alloc(32, 1), created_at })
    await db('orders').insert({
      id,
      user_id: user.id,
      customer_name: 'Олена Коваль',
      customer_phone: '+380671234567',
      customer_phone_typed: '067 123 45 67',
      phone_is_valid: true,
      customer_comment: 'дзвоніть Олені',
      customer_telegram: 'olena_bar',
      language: 'ua',
      total_amount: '238.00',
      version: 2,
      adjustments: JSON.stringify([{ kind: 'discount', amount: 500, reason: 'Олені' }]),
      status: 'completed',
      address_hash: Buffer.alloc(32, 2),
      address_hash_56: Buffer.alloc(32, 3),
      address_hash_48: Buffer.alloc(32, 4),
      created_at,
    })
    const line = { line: 0, product_slug: 'lemon', product_names: { ua: 'Лимон' }, package_size: '50г', quantity: 2 }
    await db('order_items').insert({ order_id: id, ...line, unit_price: '119.00' })
    await db('order_events').insert({ order_id: id, kind: 'note', actor: 'staff', note: 'Олена просить зранку' })
    const adjustments = JSON.stringify([{ kind: 'discount', amount: 500, reason: 'Олені' }])
    await db('order_versions').insert({ order_id: id, version: 2, lines: '[]', adjustments, reason: 'Олена просила' })
    await db('order_chats').insert({ order_id: id, chat_id: '77', language: 'ua' })
    return id
  }
  const old = await order(new Date(edge - HOUR_MS))
  const young = await order(new Date(edge + HOUR_MS))
  const everything = async (id: string) => ({
    order: await db('orders').where({ id }).first(),
    lines: await db('order_items').where({ order_id: id }),
    events: await db('order_events').where({ order_id: id }),
    versions: await db('order_versions').where({ order_id: id }),
    chats: await db('order_chats').where({ order_id: id }),
    known: await db('order_ids').where({ id }).first(),
  })
  const [oldBefore, youngBefore] = [await everything(old), await everything(young)]

  // The order and its fingerprint.
  expect(await sweep(db)).toBe(2)

  expect(await everything(young)).toEqual(youngBefore)
  const after = await everything(old)
  expect(after.order).toEqual({
    ...oldBefore.order,
    customer_name: '',
    customer_phone: '',
    customer_phone_typed: '',
    phone_is_valid: false,
    customer_comment: null,
    customer_telegram: null,
    address_hash: null,
    address_hash_56: null,
    address_hash_48: null,
    adjustments: [{ kind: 'discount', amount: 500 }],
    words: expect.not.stringMatching(/олен|1234567/),
  })
  expect(after).toMatchObject({ lines: oldBefore.lines, chats: [], events: [{ note: null }] })
  expect(after.versions).toMatchObject([{ reason: null, adjustments: [{ kind: 'discount', amount: 500 }] }])
  expect(after.known).toEqual({ ...oldBefore.known, fingerprint: null })
  expect(JSON.stringify(after)).not.toMatch(/олен|380671234567|067 123/i)
  expect(await sweep(db)).toBe(0)
  expect(await sweep(db, { ...defaultRetention, orderMonths: 23 })).toBe(2)
})
