import { randomUUID } from 'node:crypto'
import { orderStatuses } from '@tsedra/contract/orders'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import { retryWhileBusy } from '../../test/retry-while-busy.ts'

type Row = Record<string, unknown> & { id: string }

const rowsOf = (body: Record<string, unknown>): Row[] => body['orders'] as Row[]
const idsOf = (body: Record<string, unknown>): string[] => rowsOf(body).map(({ id }) => id)

// catches mutation: order-list-read-audited
test('Z-07: the list has five fields of each order and no more; reading it is audited', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = await createTestOrder(shop.db, { customer_comment: 'сховане', total_amount: '12.50' })

  const { body } = await editor.send('GET', '/api/admin/orders?status=pending&search=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0')

  const createdAt = expect.stringMatching(/Z$/) as string
  expect(body).toEqual({
    orders: [{ id, customerName: 'Олена Коваль', customerPhone: '+380671234567', status: 'pending', createdAt }],
    summaries: { [id]: { items: [], more: 0, totalAmount: '12.50' } },
    total: 1,
    pending: 1,
    late: 0,
    next: null,
    lastEvent: expect.any(Number) as number,
    now: createdAt,
  })
  expect(await readStaffAudit(shop.db)).toMatchObject([
    {
      user_id: editor.user.id,
      actor: 'editor',
      action: 'orders.read',
      after: { count: 1, status: 'pending', searched: true },
    },
  ])
})

test('the count of pending orders contains no personal data and is not audited', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  await createTestOrder(shop.db)
  await createTestOrder(shop.db, { status: 'confirmed' })
  const { body: listed } = await editor.send('GET', '/api/admin/orders')

  const { body } = await editor.send('GET', '/api/admin/pending-orders')

  expect(body).toEqual({ pending: 1, lastEvent: listed['lastEvent'] })
  expect(await readStaffAudit(shop.db)).toHaveLength(1)
})

test('pages have no gap and no repeat, also with new orders and equal times', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const moment = new Date('2026-11-20T10:00:00.123Z')
  for (let item = 0; item < 7; item += 1) await createTestOrder(shop.db, { created_at: moment })
  for (let item = 0; item < 3; item += 1) await createTestOrder(shop.db)

  const seen: string[] = []
  let before = ''
  for (let page = 0; page < 10; page += 1) {
    const { body } = await editor.send('GET', `/api/admin/orders?limit=3${before && `&before=${before}`}`)
    seen.push(...idsOf(body))
    await createTestOrder(shop.db)
    if (body['next'] === null) break
    before = body['next'] as string
  }

  expect(seen).toHaveLength(10)
  expect(new Set(seen).size).toBe(10)
})

test('a day is a calendar day in Kyiv, in summer, in winter and at the time change', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const at = (created_at: string) => createTestOrder(shop.db, { created_at })
  const summer = [await at('2026-07-14T21:00:00Z'), await at('2026-07-15T20:59:59.999Z')]
  await at('2026-07-14T20:59:59.999Z')
  await at('2026-07-15T21:00:00Z')
  // 25 October 2026 has 25 hours there.
  const long = [await at('2026-10-24T21:00:00Z'), await at('2026-10-25T21:59:59Z')]
  const winter = await at('2026-10-25T22:00:00Z')
  const between = async (from: string, to: string) =>
    idsOf((await editor.send('GET', `/api/admin/orders?from=${from}&to=${to}`)).body)

  expect((await between('2026-07-15', '2026-07-15')).toSorted()).toEqual(summer.toSorted())
  expect((await between('2026-10-25', '2026-10-25')).toSorted()).toEqual(long.toSorted())
  expect(await between('2026-10-26', '2026-11-30')).toEqual([winter])
  for (const invalid of ['from=2026-02-30', 'from=yesterday', 'to=0000-01-01', 'status=gone', 'before=1', 'offset=1']) {
    expect((await editor.send('GET', `/api/admin/orders?${invalid}`)).status, invalid).toBe(400)
  }
})

test('search finds prefixes in name and comment in any case, a number, and a phone in any spelling', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = '9f3c1a7e-0000-4000-8000-000000000000'
  await createTestOrder(shop.db, {
    id,
    customer_name: 'Їжакевич Соломія',
    customer_comment: 'Бар «Барвінок», 100% цедра',
  })
  await createTestOrder(shop.db, { customer_name: 'Хтось', customer_phone: '+380501112233' })
  const finds = async (search: string) =>
    idsOf((await editor.send('GET', `/api/admin/orders?search=${encodeURIComponent(search)}`)).body).includes(id)

  for (const text of ['їжак', 'ЇЖАКЕВИЧ', 'соломія їжа', '«барв', 'бар 100%', '9F3C1A7E', '9f3c', id])
    expect(await finds(text), text).toBe(true)
  for (const text of ['067 123 45 67', '+380 67 123-45-67', '(067) 123', '4567', '123-45-67'])
    expect(await finds(text), text).toBe(true)
  for (const text of ['хтось', 'соломія хтось', '%', '_жак', '050', "' OR 1=1 --", '\\', "їжак' | 'хтось", '()', '&!'])
    expect(await finds(text), text).toBe(false)
})

test('an order with any text is accepted and found: one long word, punctuation only, every script', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const texts = [
    'я'.repeat(2000),
    '«»—!?…',
    '😀'.repeat(500),
    "'':*&|!()\\",
    'Ⅷ½٠١٢',
    'ａＢｃ',
    'e\u0301é',
    '𝔘𝔫𝔦',
    'السلام عليكم',
    '漢字'.repeat(900),
  ]
  for (const text of texts) {
    const id = randomUUID()
    const order = {
      id,
      customerName: [...text].slice(0, 255).join(''),
      customerPhone: '٠٦٧٠٠٠٠١٢٤',
      customerComment: text,
    }
    expect((await shop.send('POST', '/api/orders', order)).status, text.slice(0, 9)).toBe(201)
    const search = encodeURIComponent([...text].slice(0, 50).join(''))
    expect((await editor.send('GET', `/api/admin/orders?search=${search}`)).status, text.slice(0, 9)).toBe(200)
    expect(idsOf((await editor.send('GET', `/api/admin/orders?search=${id}`)).body)).toEqual([id])
    await shop.db('orders').update({ created_at: '2026-01-01', address_hash: null })
  }
})

test('staff see customer, items, sums, timeline and deadline; notes are internal', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = await createTestOrder(
    shop.db,
    {
      customer_comment: 'Після 15:00',
      total_amount: '642.87',
      quoted_total: '600.00',
      customer_phone_typed: '067 123 45 67',
    },
    [{}],
  )
  const path = `/api/admin/orders/${id}`

  await editor.send('PUT', `${path}/status`, { status: 'confirmed' })
  const noted = await editor.send('POST', `${path}/notes?lang=en`, { note: 'Передзвонити\nзавтра' })
  const { body } = await editor.send('GET', `${path}?lang=en`)

  expect(noted.status).toBe(201)
  const by = { id: editor.user.id, name: 'Олена Коваль' }
  expect(body).toMatchObject({
    id,
    number: id.slice(0, 8).toUpperCase(),
    status: 'confirmed',
    customerName: 'Олена Коваль',
    customerPhone: '+380671234567',
    customerPhoneTyped: '067 123 45 67',
    customerComment: 'Після 15:00',
    totalAmount: '642.87',
    quotedTotal: '600.00',
    items: [{ name: 'Lemon chips', packageSize: '100г', quantity: 3, unitPrice: '214.29', lineTotal: '642.87' }],
    customerHearsInTelegram: false,
    timeline: [
      { kind: 'placed', oldStatus: null, newStatus: 'pending', actor: 'customer', by: null, note: null },
      { kind: 'status', oldStatus: 'pending', newStatus: 'confirmed', actor: 'staff', by },
      { kind: 'note', oldStatus: null, newStatus: null, actor: 'staff', by, note: 'Передзвонити\nзавтра' },
    ],
  })
  expect(Date.parse(String(body['answerBy'])) - Date.parse(String(body['createdAt']))).toBe(24 * 3_600_000)
  expect(JSON.stringify((await shop.send('GET', `/api/orders/${id}`)).body)).not.toContain('Передзвонити')
  expect((await readStaffAudit(shop.db)).map(({ action }) => action)).toEqual([
    'order.changed',
    'order.noted',
    'order.read',
  ])
  for (const [method, rest, sent] of [
    ['GET', '', undefined],
    ['PUT', '/status', { status: 'confirmed' }],
    ['POST', '/notes', { note: 'x' }],
  ] as const) {
    expect((await editor.send(method, `/api/admin/orders/${randomUUID()}${rest}`, sent)).status).toBe(404)
  }
})

// catches mutation: status-sent-to-chats
test('O7: any status may follow any other; the same one is idempotent; each change notifies the customer’s chats', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  for (const from of orderStatuses) {
    for (const to of orderStatuses) {
      const id = await createTestOrder(shop.db, { status: from })
      await shop.db('order_chats').insert({ order_id: id, chat_id: '77', language: 'ru' })
      await shop.db('order_messages').insert({ order_id: id, chat_id: '-100', message_id: Date.parse('2026') + 1 })
      const { status, body } = await editor.send('PUT', `/api/admin/orders/${id}/status`, { status: to })

      expect([status, body['status']], `${from} → ${to}`).toEqual([200, to])
      const notified = (await shop.db('job_outbox').where('key', 'like', `%${id}%`).orderBy('id')).map(
        ({ name }) => name,
      )
      expect(notified, `${from} → ${to}`).toEqual(from === to ? [] : ['order-moved', 'order-shown'])
      expect(await shop.db('order_events').where({ order_id: id, kind: 'status' })).toHaveLength(from === to ? 0 : 1)
      await shop.db('order_messages').delete()
    }
  }
  const id = await createTestOrder(shop.db)
  for (const invalid of [{ status: 'gone' }, {}, { status: 'confirmed', note: 'x' }, { status: null }]) {
    expect((await editor.send('PUT', `/api/admin/orders/${id}/status`, invalid)).status).toBe(400)
  }
})

// catches mutation: status-change-compared
test('a stale `from` status is rejected with the user who changed the status first', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const id = await createTestOrder(shop.db)
  const path = `/api/admin/orders/${id}`
  await admin.send('PUT', `${path}/status`, { status: 'cancelled', from: 'pending' })

  const late = await editor.send('PUT', `${path}/status`, { status: 'confirmed', from: 'pending' })
  const alike = await editor.send('PUT', `${path}/status`, { status: 'cancelled', from: 'pending' })

  expect([late.status, late.body['code']]).toEqual([409, 'changed_meanwhile'])
  expect(late.body['details']).toEqual({ status: 'cancelled', actor: 'staff', name: 'Олена Коваль' })
  expect([alike.status, alike.body['status']]).toEqual([200, 'cancelled'])
  expect(await shop.db('order_events').where({ order_id: id, kind: 'status' })).toHaveLength(1)

  const taken = await createTestOrder(shop.db)
  await shop.send('POST', `/api/orders/${taken}/cancel`)
  const { body } = await editor.send('PUT', `/api/admin/orders/${taken}/status`, {
    status: 'confirmed',
    from: 'pending',
  })
  expect(body['details']).toEqual({ status: 'cancelled', actor: 'customer', name: null })
})

// catches mutation: status-changes-serialised, status-change-audited
test('R-22: two users change one order a hundred times each at once: the last event is the status, none is missing', {
  timeout: 180_000,
}, async () => {
  await using shop = await openShop()
  const staff = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')] as const
  const id = await createTestOrder(shop.db)
  await shop.db('order_chats').insert({ order_id: id, chat_id: '77', language: 'ru' })

  const responses: number[] = []
  const change = async (turn: number): Promise<void> => {
    const status = orderStatuses[(turn * 7) % 4]
    const path = `/api/admin/orders/${id}/status`
    responses.push((await retryWhileBusy(() => staff[turn % 2 === 0 ? 0 : 1].send('PUT', path, { status }))).status)
    // Twenty stand in line for the order at a time: a line of two hundred is too long for a slow machine.
    if (turn + 20 < 200) await change(turn + 20)
  }
  await Promise.all(Array.from({ length: 20 }, (_, turn) => change(turn)))

  expect(responses).toEqual(Array.from({ length: 200 }, () => 200))
  const events = await shop.db('order_events').where({ order_id: id, kind: 'status' }).orderBy('id')
  const order = await shop.db('orders').where({ id }).first<{ status: string }>()
  expect(events.at(-1)).toMatchObject({ new_status: order.status })
  // Each change starts from the status before it: none is missing, none is sent twice.
  expect(events.map(({ old_status }) => old_status)).toEqual([
    'pending',
    ...events.slice(0, -1).map(({ new_status }) => new_status),
  ])
  const times = events.map(({ created_at }) => (created_at as Date).getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const changes = await shop.db('audit_log').where({ action: 'order.changed' }).orderBy('id')
  expect(changes.map(({ after }) => (after as { status: string }).status)).toEqual(
    events.map(({ new_status }) => String(new_status)),
  )
  expect(new Set(changes.map(({ user_id }) => user_id)).size).toBe(2)
  expect(await shop.db('job_outbox').where({ name: 'order-moved' })).toHaveLength(events.length)
})
