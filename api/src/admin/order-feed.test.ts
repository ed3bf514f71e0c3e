import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import type { Browser } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import { openOrderFeed, MAX_STREAMS_PER_ACCOUNT } from './order-feed.ts'

/** What a browser receives from the stream: events, heartbeats, and the end. */
async function follow(shop: Shop, { cookies }: Browser, query = '', headers: Record<string, string> = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const leaving = new AbortController()
  const response = await fetch(`${shop.url}/api/admin/order-events${query}`, {
    headers: { cookie, ...headers },
    signal: leaving.signal,
  })
  const received = {
    events: [] as { id: number; orderId: string; kind: string; status: string | null }[],
    /** Ids that a `reset` event named. */
    resets: [] as number[],
    /** Milliseconds before the browser reconnects, from the last `retry` of the server. */
    retryMs: 0,
    beats: 0,
    over: false,
  }
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      const complete = text.split('\n\n')
      text = complete.pop() ?? ''
      for (const block of complete) {
        if (block === ':') received.beats += 1
        const retry = /^retry: (\d+)$/m.exec(block)?.[1]
        if (retry) received.retryMs = Number(retry)
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data && /^event: reset$/m.test(block)) received.resets.push((JSON.parse(data) as { id: number }).id)
        else if (data) received.events.push(JSON.parse(data) as (typeof received.events)[number])
      }
    }
  }
  const reading = read()
    .catch(() => {})
    .then(() => void (received.over = true))
  return {
    ...response,
    status: response.status,
    headers: response.headers,
    received,
    leave: () => leaving.abort(),
    reading,
  }
}

async function until(what: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${String(what)}`)
    await sleep(20)
  }
}

const placeOrder = (shop: Shop) =>
  shop.send('POST', '/api/orders', { id: randomUUID(), customerName: 'Олена', customerPhone: '+380671234567' })

test('every subscriber receives a new order, a change and a note at once, and nothing else', async () => {
  await using shop = await openShop()
  const [first, second] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const streams = await Promise.all([follow(shop, first), follow(shop, second)])
  expect(streams[0]?.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(streams[0]?.headers.get('cache-control')).toBe('no-store')

  const { body } = await placeOrder(shop)
  const id = String(body['id'])
  await first.send('PUT', `/api/admin/orders/${id}/status`, { status: 'confirmed' })
  await second.send('POST', `/api/admin/orders/${id}/notes`, { note: 'так' })

  for (const { received } of streams) {
    await until(() => received.events.length === 3)
    expect(received.events).toMatchObject([
      { orderId: id, kind: 'placed', status: 'pending' },
      { orderId: id, kind: 'status', status: 'confirmed' },
      { orderId: id, kind: 'note', status: null },
    ])
  }
})

test('a client that reconnects with the last id, or after reading a list, receives the missed events', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  // Long ago, so that nothing of it can still be on its way.
  await createTestOrder(shop.db, { created_at: new Date(Date.now() - 60_000) })
  const { body } = await editor.send('GET', '/api/admin/orders')
  const missed = [await createTestOrder(shop.db), await createTestOrder(shop.db)]

  const byQuery = await follow(shop, editor, `?after=${String(body['lastEvent'])}`)
  await until(() => byQuery.received.events.length === 2)
  expect(byQuery.received.events.map(({ orderId }) => orderId)).toEqual(missed)
  byQuery.leave()
  await byQuery.reading
  const last = byQuery.received.events.at(-1)?.id
  const later = await createTestOrder(shop.db)
  const byId = await follow(shop, editor, '?after=1', { 'last-event-id': String(last) })
  await until(() => byId.received.events.some(({ orderId }) => orderId === later))
  expect(byId.received.events.every(({ id }) => id > 1)).toBe(true)
  expect((await editor.send('GET', '/api/admin/order-events?after=x')).status).toBe(400)
})

/** The database of the shop with delayed statements. */
function slowly(db: Shop['db'], slow: RegExp, wait: (sql: string) => Promise<unknown>): Shop['db'] {
  const raw = async (sql: string, bindings: readonly unknown[]) => {
    const response = await db.raw(sql, bindings as never)
    if (slow.test(sql)) await wait(sql)
    return response
  }
  return new Proxy(db, { get: (target, name) => (name === 'raw' ? raw : Reflect.get(target, name)) })
}

test('events during the read of missed events are sent after them', async () => {
  await using shop = await openShop()
  const gate = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const wait = () => {
    read.resolve()
    return gate.promise
  }
  const db = slowly(shop.db, /ORDER BY e.id DESC/, wait)
  await using feed = openOrderFeed({ db, url: shop.database.url })
  await using slow = await openShop({ orderFeed: feed, db: shop.db })
  const watcher = await follow(slow, await createSignedInStaff(shop))
  const missed = await createTestOrder(shop.db)
  await until(() => watcher.received.events.length === 1)
  const late = follow(slow, await createSignedInStaff(shop), '?after=0')
  await read.promise

  const concurrent = await createTestOrder(shop.db)
  await until(() => watcher.received.events.length === 2)
  gate.resolve()

  const { received } = await late
  await until(() => received.events.length === 2)
  expect(received.events.map(({ orderId }) => orderId)).toEqual([missed, concurrent])
})

test('a heartbeat is one query for all subscribers, and heartbeats do not overlap', async () => {
  await using shop = await openShop()
  const gate = Promise.withResolvers<void>()
  let requested = 0
  const wait = () => {
    requested += 1
    return gate.promise
  }
  const db = slowly(shop.db, /FROM user_sessions/, wait)
  await using feed = openOrderFeed({ db, url: shop.database.url, heartbeatMs: 50 })
  await using slow = await openShop({ orderFeed: feed, db: shop.db })
  await using clock = openOrderFeed({ db: shop.db, url: shop.database.url, heartbeatMs: 50 })
  await using quick = await openShop({ orderFeed: clock, db: shop.db })
  const editor = await createSignedInStaff(shop)
  const streams = [
    await follow(slow, editor),
    await follow(slow, await createSignedInStaff(shop)),
    await follow(slow, editor),
  ]
  await until(() => requested > 0)
  const { received } = await follow(quick, editor)
  await until(() => received.beats > 5)
  expect(requested).toBe(1)

  gate.resolve()
  for (const stream of streams) await until(() => stream.received.beats > 0)
})

// catches mutation: feed-late-commit
test('an event committed after one with a higher id is still sent', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const orders = [await createTestOrder(shop.db), await createTestOrder(shop.db)]
  const { received } = await follow(shop, editor)
  const slow = await shop.db.transaction()
  const note = (order_id?: string) => ({ order_id, kind: 'note', actor: 'staff', note: 'x' })
  await slow('order_events').insert(note(orders[0]))
  await shop.db('order_events').insert(note(orders[1]))
  await until(() => received.events.length === 1)
  await slow.commit()

  await until(() => received.events.length === 2)
  expect(received.events.map(({ orderId }) => orderId)).toEqual([orders[1], orders[0]])
})

// catches mutation: feed-ends-with-session
test('S-01: a stream ends when its user signs out, is demoted or deactivated', async () => {
  await using shop = await openShop()
  await using feed = openOrderFeed({ db: shop.db, url: shop.database.url, heartbeatMs: 50 })
  await using quick = await openShop({ orderFeed: feed, db: shop.db })
  const methods: ((id: string) => Promise<unknown>)[] = [
    (id) => shop.db('users').where({ id }).update({ role: 'user' }),
    (id) => shop.db('users').where({ id }).update({ is_active: false }),
    (id) => shop.db('user_sessions').where({ user_id: id }).update({ revoked_at: new Date() }),
    (id) =>
      shop
        .db('user_sessions')
        .where({ user_id: id })
        .update({ last_seen_at: new Date(Date.now() - 7_201_000) }),
  ]
  const watcher = await follow(quick, await createSignedInStaff(shop))
  for (const method of methods) {
    const user = await createSignedInStaff(shop)
    const stream = await follow(quick, user)
    await until(() => stream.received.beats >= 2)
    await method(user.user.id)
    await until(() => stream.received.over)
    expect((await follow(quick, user)).status).toBeGreaterThanOrEqual(401)
  }
  expect(watcher.received.over).toBe(false)
})

test('the stream survives a Postgres outage and then sends the missed events', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const { received } = await follow(shop, editor)
  const first = await createTestOrder(shop.db)
  await until(() => received.events.length === 1)

  await shop.db.raw(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN order_events'`,
  )
  const second = await createTestOrder(shop.db)

  await until(() => received.events.length === 2)
  expect(received.events.map(({ orderId }) => orderId)).toEqual([first, second])
})

test('the LISTEN connection is closed without subscribers', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const listening = async () =>
    (await shop.db('pg_stat_activity').whereRaw("datname = current_database() AND query = 'LISTEN order_events'"))
      .length
  const stream = await follow(shop, editor)
  await until(async () => (await listening()) === 1)

  stream.leave()
  await until(async () => (await listening()) === 0)
})

/** Writes events of one order, this many seconds apart; the last one is written now. */
const manyEvents = async (db: Shop['db'], orderId: string, count: number, apartS: number) =>
  void (await db.raw(
    `INSERT INTO order_events (order_id, kind, actor, note, created_at)
     SELECT ?, 'note', 'staff', 'x', now() - make_interval(secs => ?) * (?::int - n) FROM generate_series(1, ?::int) n`,
    [orderId, apartS, count, count],
  ))

// catches mutation: feed-starts-now
test('a feed that starts on a quiet shop replays no history', async () => {
  await using shop = await openShop()
  await using feed = openOrderFeed({ db: shop.db, url: shop.database.url, heartbeatMs: 50 })
  await using quick = await openShop({ orderFeed: feed, db: shop.db })
  const old = await createTestOrder(shop.db, { created_at: new Date(Date.now() - 60_000) })
  await manyEvents(shop.db, old, 500, 5)
  await shop.db('order_events').update({ created_at: shop.db.raw("created_at - interval '1 minute'") })

  const { received } = await follow(quick, await createSignedInStaff(shop))
  await until(() => received.beats >= 3)
  expect(received.events).toEqual([])

  const placedNow = await createTestOrder(shop.db)
  await until(() => received.events.length > 0)
  expect(received.events.map(({ orderId }) => orderId)).toEqual([placedNow])
})

// catches mutation: feed-resets-far-behind
test('a client that is far behind receives `reset` and no events', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const old = await createTestOrder(shop.db, { created_at: new Date(Date.now() - 60_000) })
  await manyEvents(shop.db, old, 150, 5)
  const newest = Number((await shop.db('order_events').max('id as id').first<{ id: string }>())?.id)

  const { received } = await follow(shop, editor, '?after=0')
  await until(() => received.resets.length === 1)
  expect(received.resets).toEqual([newest])
  const placedNow = await createTestOrder(shop.db)
  await until(() => received.events.length > 0)
  expect(received.events.map(({ orderId }) => orderId)).toEqual([placedNow])

  // The browser reconnects with the id of the reset: nothing was missed since.
  const again = await follow(shop, editor, '', { 'last-event-id': String(newest) })
  await until(() => again.received.events.some(({ orderId }) => orderId === placedNow))
  expect(again.received.resets).toEqual([])
})

test('a burst of events is one reset, and the event after it is sent again', async () => {
  await using shop = await openShop()
  const { received } = await follow(shop, await createSignedInStaff(shop))
  const id = await createTestOrder(shop.db)
  await until(() => received.events.length === 1)

  await manyEvents(shop.db, id, 1_500, 0)
  await until(() => received.resets.length > 0)
  const after = await createTestOrder(shop.db)
  await until(() => received.events.length === 2)
  expect(received.events[1]?.orderId).toBe(after)
})

// catches mutation: feed-stream-limit
test('a user has a limited number of streams: the newest ends the oldest', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const other = await follow(shop, admin)
  const streams: Awaited<ReturnType<typeof follow>>[] = []
  for (let count = 0; count <= MAX_STREAMS_PER_ACCOUNT; count += 1) streams.push(await follow(shop, editor))

  await until(() => streams[0]?.received.over === true)
  // The browser waits this long before it reconnects: two tabs do not end one another all the while.
  expect(streams[0]?.received.retryMs).toBe(60_000)
  const id = await createTestOrder(shop.db)
  for (const { received } of [other, ...streams.slice(1)]) {
    await until(() => received.events.some(({ orderId }) => orderId === id))
    expect(received.over).toBe(false)
  }
})

test('a full process ends the oldest stream of the user with the most', async () => {
  await using shop = await openShop()
  await using feed = openOrderFeed({ db: shop.db, url: shop.database.url, maxStreams: 4 })
  await using small = await openShop({ orderFeed: feed, db: shop.db })
  const [admin, editor] = [await createSignedInStaff(shop, 'admin'), await createSignedInStaff(shop)]
  const ofAdmin = await follow(small, admin)
  const ofEditor = [await follow(small, editor), await follow(small, editor), await follow(small, editor)]

  const late = await follow(small, await createSignedInStaff(shop, 'admin'))
  expect(late.status).toBe(200)
  await until(() => ofEditor[0]?.received.over === true)
  const id = await createTestOrder(shop.db)
  for (const { received } of [ofAdmin, late, ...ofEditor.slice(1)]) {
    await until(() => received.events.some(({ orderId }) => orderId === id))
  }
})
