import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderCancelled } from '@tsedra/contract/jobs'
import { orderNumber } from '@tsedra/contract/order-number'
import { queueJob } from '@tsedra/database/outbox'
import { createLog } from '@tsedra/service/log'
import { expect, inject, test } from 'vitest'
import type { RunningWorker } from './open-worker.ts'
import { clearRedis, type WorkerStack, openWorkerStack, TOKEN, waitUntil } from '../test/worker-stack.ts'
import { openTcpProxy } from '../../infra/fakes/tcp-proxy.ts'

/** Returns whether each open job has failed or was held back by an open circuit. */
const haveAllErrors = async ({ db }: WorkerStack): Promise<boolean> =>
  !(await db('job_outbox').whereNull('last_error').first())

/** Returns the body of the readiness check, or its status if not 200. */
async function healthOf(worker: RunningWorker): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${worker.port()}/readyz`)
  return response.status === 200 ? response.json() : response.status
}

const areAllJobsDone = async ({ db }: WorkerStack): Promise<boolean> =>
  !(await db('orders').where({ telegram_sent: false }).first()) &&
  !(await db('job_outbox').whereNull('done_at').first())

test('an order is sent to the staff chat once; the job and the order record it', async () => {
  await using workerStack = await openWorkerStack()
  workerStack.openWorker()
  const id = await workerStack.order()

  await waitUntil(() => areAllJobsDone(workerStack))

  expect(workerStack.telegram.messages).toHaveLength(1)
  expect(workerStack.telegram.messages[0]?.path).toBe(`/bot${TOKEN}/sendMessage`)
  expect(workerStack.telegram.messages[0]?.text).toContain(id.slice(0, 8).toUpperCase())
  expect(await workerStack.outbox()).toMatchObject([
    { outcome: 'sent', message_id: '1', attempts: 1, lease_until: null },
  ])
})

test('two workers and sixty orders: each order is sent once', { timeout: 30_000 }, async () => {
  await using workerStack = await openWorkerStack()
  // One at a time: sixty concurrent transactions wait for the pool's twelve connections, at most three seconds each.
  const ids: string[] = []
  while (ids.length < 60) ids.push(await workerStack.order())
  workerStack.openWorker()
  workerStack.openWorker()

  await waitUntil(() => areAllJobsDone(workerStack), 20_000)

  const notified = workerStack.telegram.messages.map(({ text }) => /замовлення (\w{8})/.exec(text)?.[1] ?? '')
  expect(notified).toHaveLength(ids.length)
  expect(new Set(notified)).toEqual(new Set(ids.map((id) => id.slice(0, 8).toUpperCase())))
})

test('Redis outage: orders wait in the outbox unmarked and are sent within five seconds of the recovery', async () => {
  await using workerStack = await openWorkerStack()
  await using redis = await openTcpProxy(inject('redisUrl'))
  workerStack.openWorker({ redisUrl: redis.url })
  await workerStack.order()
  await waitUntil(() => areAllJobsDone(workerStack))

  redis.disconnect()
  await workerStack.order()
  // Each failed dispatch marks the row for a moment and unmarks it.
  const waiting = async () => (await workerStack.outbox())[1]
  await waitUntil(async () => Number((await waiting())?.['generation']) >= 3)
  await expect.poll(waiting).toMatchObject({ dispatched_at: null, attempts: 0, outcome: 'not_sent' })
  redis.reconnect()
  await waitUntil(() => areAllJobsDone(workerStack), 5_000)

  expect(workerStack.telegram.messages).toHaveLength(2)
})

test('Redis outage at start: the worker waits for it', async () => {
  await using workerStack = await openWorkerStack()
  await using redis = await openTcpProxy(inject('redisUrl'))
  redis.disconnect()
  workerStack.openWorker({ redisUrl: redis.url })
  await workerStack.order()
  await waitUntil(async () => Number((await workerStack.outbox())[0]?.['generation']) >= 2)

  redis.reconnect()
  await waitUntil(() => areAllJobsDone(workerStack), 5_000)

  expect(workerStack.telegram.messages).toHaveLength(1)
})

test('a job that Redis has lost is dispatched again', async () => {
  await using workerStack = await openWorkerStack()
  await workerStack.order()
  const lost = "dispatched_at = now() - interval '21 seconds', generation = 1"
  await workerStack.db.raw(`UPDATE job_outbox SET ${lost}`)

  workerStack.openWorker()
  await waitUntil(() => areAllJobsDone(workerStack))

  expect(await workerStack.outbox()).toMatchObject([{ generation: 2, outcome: 'sent' }])
})

test('a job dispatched a moment ago is not dispatched again', async () => {
  await using workerStack = await openWorkerStack()
  await workerStack.order()
  await workerStack.db.raw("UPDATE job_outbox SET dispatched_at = now() + interval '1 hour', generation = 1")

  const later = await workerStack.order()
  workerStack.openWorker()
  await waitUntil(() => workerStack.telegram.calls.length > 0)

  // One dispatch marks all due jobs, so the earlier one was not due.
  expect((await workerStack.outbox()).map(({ generation }) => generation)).toEqual([1, 1])
  expect(workerStack.telegram.calls).toHaveLength(1)
  expect(workerStack.telegram.calls[0]?.text).toContain(later.slice(0, 8).toUpperCase())
})

test('flushing Redis under load loses no order', { timeout: 60_000 }, async () => {
  await using workerStack = await openWorkerStack()
  workerStack.openWorker()
  for (let item = 0; item < 30; item += 1) {
    await workerStack.order()
    if (item === 10 || item === 20) await clearRedis(workerStack.prefix)
  }

  await waitUntil(() => areAllJobsDone(workerStack), 45_000)

  expect(new Set(workerStack.telegram.messages.map(({ text }) => text)).size).toBe(30)
})

test('a send with an unknown outcome is repeated and marked as a repeat', async () => {
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerNext('cut')
  workerStack.openWorker()
  await workerStack.order()

  await waitUntil(() => areAllJobsDone(workerStack))

  const [first, again] = workerStack.telegram.messages.map(({ text }) => text.split('\n')[0])
  expect(first).not.toContain('повторно')
  expect(again).toContain('повторно')
})

test('a timeout of Telegram is an unknown outcome', async () => {
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerNext('silent')
  workerStack.openWorker({ telegramTimeoutS: 1 })
  await workerStack.order()

  await waitUntil(() => areAllJobsDone(workerStack))

  expect(workerStack.telegram.messages[1]?.text).toMatch(/^.*повторно/)
})

test('an unknown outcome stays unknown after a failure that is certain', { timeout: 20_000 }, async () => {
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerNext('cut', {
    status: 429,
    description: 'Too Many Requests',
    parameters: { retry_after: 1 },
  })
  workerStack.openWorker()
  await workerStack.order()

  await waitUntil(() => areAllJobsDone(workerStack), 15_000)

  expect(workerStack.telegram.messages[1]?.text).toMatch(/^.*повторно/)
})

test('Telegram outage: not sent, no attempt counts, sent within five seconds of the recovery', {
  timeout: 20_000,
}, async () => {
  await using workerStack = await openWorkerStack()
  await workerStack.telegram.stop()
  workerStack.openWorker()
  await workerStack.order()
  const waiting = async () => (await workerStack.outbox())[0]
  // The fourth dispatch follows the longest backoff.
  await waitUntil(async () => Number((await waiting())?.['generation']) >= 4)
  await expect.poll(waiting).toMatchObject({ outcome: 'not_sent', attempts: 0, last_error: 'ECONNREFUSED' })
  await workerStack.telegram.restart()
  await waitUntil(() => areAllJobsDone(workerStack), 5_500)

  expect(workerStack.telegram.messages).toHaveLength(1)
  expect(workerStack.telegram.messages[0]?.text).not.toContain('повторно')
})

test('rate limit: all jobs wait for the `retry_after` of Telegram', { timeout: 20_000 }, async () => {
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerNext({ status: 429, description: 'Too Many Requests', parameters: { retry_after: 3 } })
  workerStack.openWorker()
  await workerStack.order()
  await waitUntil(() => haveAllErrors(workerStack))
  await workerStack.order()

  await waitUntil(() => areAllJobsDone(workerStack), 12_000)

  const [refused, ...later] = workerStack.telegram.calls
  expect(later).toHaveLength(2)
  for (const { atMs, text } of later) {
    expect(atMs - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(2_950)
    expect(text).not.toContain('повторно')
  }
  expect((await workerStack.outbox()).map(({ attempts }) => attempts)).toEqual([1, 1])
})

test.each([
  ['a wrong token', { status: 401, description: 'Unauthorized' }],
  ['a bot removed from the group', { status: 403, description: 'Forbidden: bot was kicked' }],
  ['an unknown chat', { status: 400, description: 'Bad Request: chat not found' }],
])('circuit breaker: %s opens it, orders wait, a probe closes it', { timeout: 20_000 }, async (_case, refusal) => {
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerAlways(refusal)
  const telegram = { token: TOKEN, chatId: '-100', apiRoot: workerStack.telegram.apiRoot, probeMs: 2_500 }
  const worker = workerStack.openWorker({ telegram })
  await workerStack.order()
  await waitUntil(() => haveAllErrors(workerStack))
  await workerStack.order()
  await waitUntil(() => haveAllErrors(workerStack))

  const health = { ok: true, telegram: `${refusal.status} ${refusal.description}`, unsent: 2 }
  await expect.poll(() => healthOf(worker)).toMatchObject(health)
  workerStack.telegram.answerAlways('ok')
  await waitUntil(() => areAllJobsDone(workerStack), 8_000)

  const [first] = workerStack.telegram.calls
  const probeAtMs = (first?.atMs ?? 0) + telegram.probeMs
  expect(workerStack.telegram.calls.filter(({ atMs }) => atMs < probeAtMs)).toHaveLength(1)
  expect(workerStack.telegram.messages).toHaveLength(2)
})

test('a migrated group receives the message at its new id', async () => {
  await using workerStack = await openWorkerStack()
  const migrated = { status: 400, description: 'Bad Request: group chat was upgraded to a supergroup chat' }
  workerStack.telegram.answerNext({ ...migrated, parameters: { migrate_to_chat_id: -1_001_234 } })
  workerStack.openWorker()
  await workerStack.order()

  await waitUntil(() => areAllJobsDone(workerStack))

  expect(workerStack.telegram.messages.map(({ chatId }) => chatId)).toEqual(['-1001234'])
})

test('a text that Telegram rejects as too long is sent in its short form', async () => {
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerNext({ status: 400, description: 'Bad Request: message is too long' })
  workerStack.openWorker()
  const id = await workerStack.order()

  await waitUntil(() => areAllJobsDone(workerStack))

  expect(workerStack.telegram.messages[0]?.text).toContain(id.slice(0, 8).toUpperCase())
  expect(workerStack.telegram.messages[0]?.text).not.toContain('Лимонні')
})

test('a 502 of Telegram is an unknown outcome and is retried soon', async () => {
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerNext({ status: 502, description: 'Bad Gateway' })
  workerStack.openWorker()
  await workerStack.order()

  await waitUntil(() => areAllJobsDone(workerStack), 5_000)

  expect(workerStack.telegram.messages[0]?.text).toMatch(/^.*повторно/)
})

test('Postgres outage after the send: the outcome is stored after the recovery and nothing is sent again', {
  timeout: 30_000,
}, async () => {
  await using workerStack = await openWorkerStack()
  await using postgres = await openTcpProxy(workerStack.databaseUrl)
  workerStack.openWorker({ databaseUrl: postgres.url })
  workerStack.telegram.onArrival(() => postgres.disconnect())
  await workerStack.order()
  await waitUntil(() => workerStack.telegram.messages.length === 1)
  await sleep(4_000)

  postgres.reconnect()
  await waitUntil(() => areAllJobsDone(workerStack))

  expect(workerStack.telegram.messages).toHaveLength(1)
  expect(await workerStack.outbox()).toMatchObject([{ outcome: 'sent', attempts: 1 }])
})

test('a poisoned job does not delay other jobs', async () => {
  await using workerStack = await openWorkerStack()
  await workerStack.db('job_outbox').insert({ key: 'poison', name: 'order-placed', payload: '{"orderId":"no id"}' })
  await workerStack.db('job_outbox').insert({ key: 'unknown', name: 'from-the-future', payload: '{}' })
  await Promise.all(Array.from({ length: 20 }, () => workerStack.order()))
  workerStack.openWorker()

  await waitUntil(async () => !(await workerStack.db('orders').where({ telegram_sent: false }).first()))

  expect(workerStack.telegram.messages).toHaveLength(20)
  expect(await workerStack.db('job_outbox').whereNull('done_at')).toHaveLength(2)
})

test('dead letter: after twenty attempts a job is retried once a minute and reported as dead', async () => {
  await using workerStack = await openWorkerStack()
  await workerStack.db('job_outbox').insert({ key: 'poison', name: 'order-placed', payload: '{}', attempts: 19 })
  const worker = workerStack.openWorker()

  await waitUntil(async () => (await workerStack.db('job_outbox').first()).last_error !== null)
  const { wait } = await workerStack
    .db('job_outbox')
    .first(workerStack.db.raw('extract(epoch FROM not_before - now()) AS wait'))

  expect(Number(wait)).toBeGreaterThan(45)
  expect(await healthOf(worker)).toMatchObject({ dead: 1, unsent: 1 })
})

test('a deleted order sends no message', async () => {
  await using workerStack = await openWorkerStack()
  const id = await workerStack.order()
  await workerStack.db('orders').where({ id }).delete()
  workerStack.openWorker()

  await waitUntil(async () => !(await workerStack.db('job_outbox').whereNull('done_at').first()))

  expect(workerStack.telegram.calls).toHaveLength(0)
})

test('graceful shutdown: closing a worker drains its running jobs', async () => {
  await using workerStack = await openWorkerStack()
  workerStack.telegram.answerNext('silent')
  const worker = workerStack.openWorker({ telegramTimeoutS: 1 })
  await workerStack.order()
  await waitUntil(() => workerStack.telegram.calls.length === 1)

  await worker.close()

  expect(await workerStack.outbox()).toMatchObject([{ outcome: 'unknown', lease_until: null, done_at: null }])
})

test('a cancellation by the customer is sent to staff once, with number and phone', async () => {
  await using workerStack = await openWorkerStack()
  workerStack.openWorker()
  const id = await workerStack.order()
  await waitUntil(() => areAllJobsDone(workerStack))
  await workerStack.db('orders').update({ status: 'cancelled' })

  await workerStack.db.transaction((trx) => queueJob(trx, orderCancelled, { orderId: id }))
  await workerStack.db.transaction((trx) => queueJob(trx, orderCancelled, { orderId: id }))
  await waitUntil(() => areAllJobsDone(workerStack))

  expect(workerStack.telegram.messages.slice(1).map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
    [
      `✕ Скасовано покупцем: ${id.slice(0, 8).toUpperCase()}`,
      'Олена',
      '+380671234567',
      'Разом: 642,87 ₴',
      `https://shop.test/admin/orders?order=${id}`,
    ].join('\n'),
  ])
})

test('an order cancelled before its first message is sent as cancelled', async () => {
  await using workerStack = await openWorkerStack()
  await workerStack.order({ status: 'cancelled' })
  workerStack.openWorker()

  await waitUntil(() => areAllJobsDone(workerStack))

  expect(workerStack.telegram.messages[0]?.text).toContain('✕ Скасовано')
})

test('log lines of a job contain its order id', async () => {
  await using workerStack = await openWorkerStack()
  const actual: string[] = []
  const sink = new Writable({ write: (line, _, done) => (actual.push(String(line)), done()) })
  workerStack.openWorker({ log: createLog('worker', 'info', sink) })

  const order = await workerStack.order()

  await waitUntil(() => actual.join('').includes('job: done'))
  const done = actual.map((line) => JSON.parse(line) as { msg: string; job?: string; order?: string })
  expect(done.find(({ msg }) => msg === 'job: done')).toMatchObject({ job: 'order-placed', order })
})

test('retention: a worker sweeps at start; a failed sweep is logged and visible in the metrics', async () => {
  await using workerStack = await openWorkerStack()
  const { db } = workerStack
  const expired = { bucket: 'x', key_hash: Buffer.alloc(1), hits: 1 }
  await db('throttles').insert({ ...expired, window_ends: new Date(0), next_at: new Date(0) })
  await db('telegram_updates').insert({ update_id: 1, seen_at: new Date(0) })
  await db.raw(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`)
  await db.raw('CREATE TRIGGER refuse BEFORE DELETE ON telegram_updates FOR EACH ROW EXECUTE FUNCTION refuse()')
  const actual: string[] = []
  const sink = new Writable({ write: (line, _, done) => (actual.push(String(line)), done()) })
  const log = createLog('worker', 'info', sink)
  const sweptAt = async (port: number) => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(/^tsedra_last_sweep_timestamp_seconds (\d+)$/m.exec(metrics)?.[1])
  }

  const failing = workerStack.openWorker({ log })
  await waitUntil(() => actual.join('').includes('retention sweep failed: telegram_updates (P0001)'))
  expect(await db('throttles')).toEqual([])
  expect(await sweptAt(failing.port())).toBe(0)

  await db.raw('DROP TRIGGER refuse ON telegram_updates')
  const next = workerStack.openWorker({ log })
  await waitUntil(async () => (await sweptAt(next.port())) > Date.now() / 1_000 - 60)
  expect(await db('telegram_updates')).toEqual([])
})

/** Outage of Telegram in seconds; longer than a busy machine needs to store and relay an order. */
const PAUSE_S = 3

test.each([
  ['does not respond', 'silent'],
  ['limits the rate', { status: 429, description: 'Too Many Requests', parameters: { retry_after: PAUSE_S } }],
] as const)('priority: an order is sent before sixty suspect ones, also when Telegram %s', async (_, behaviour) => {
  await using workerStack = await openWorkerStack()
  for (let order = 0; order < 60; order += 1) await workerStack.order({ is_suspect: true })
  const { calls } = workerStack.telegram
  workerStack.telegram.answerNext('ok', behaviour, behaviour, behaviour, behaviour)
  workerStack.openWorker({ telegramTimeoutS: PAUSE_S })
  await waitUntil(() => calls.length > 4)
  const id = await workerStack.order()
  await waitUntil(async () => (await workerStack.db('orders').where({ id }).first()).telegram_sent, 25_000)

  // Four jobs run in parallel, and four have just failed.
  expect(calls.findIndex(({ text }) => text.includes(orderNumber(id)))).toBeLessThan(5 + 4 + 4)
})
