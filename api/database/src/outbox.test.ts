import { orderPlaced } from '@tsedra/contract/jobs'
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Db } from './connection.ts'
import { listenForNotifications } from './notification-listener.ts'
import {
  claimJob,
  finishJob,
  markDispatched,
  postponeJob,
  queueJob,
  readOutboxBacklog,
  unmarkDispatched,
  withRequestId,
} from './outbox.ts'

const aJob = (db: Db, orderId: string = randomUUID()) =>
  db.transaction((trx) => queueJob(trx, orderPlaced, { orderId }))
const row = (db: Db) => db('job_outbox').orderBy('id').first()

test('a job exists exactly when its transaction commits, and once per key', async () => {
  await using database = await testDatabase()
  const { db } = database
  const orderId = randomUUID()

  await db
    .transaction(async (trx) => {
      await queueJob(trx, orderPlaced, { orderId: randomUUID() })
      throw new Error('the cause failed')
    })
    .catch(() => {})
  await aJob(db, orderId)
  await aJob(db, orderId)

  expect(await db('job_outbox')).toMatchObject([{ key: `order-placed_${orderId}`, payload: { orderId } }])
})

test('due jobs are dispatched once, oldest first, with a new generation', async () => {
  await using database = await testDatabase()
  const { db } = database
  for (let item = 0; item < 5; item += 1) await aJob(db)

  const batches = await Promise.all([markDispatched(db, 3), markDispatched(db, 3)])
  const rest = await markDispatched(db, 3)

  const ids = [...batches, rest].flat().map(({ id }) => Number(id))
  expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  expect(batches.flat().every(({ generation }) => generation === 1)).toBe(true)
})

test.each([
  ['dispatched 21 seconds ago and not claimed', "dispatched_at = now() - interval '21 seconds'", 1],
  ['dispatched 19 seconds ago', "dispatched_at = now() - interval '19 seconds'", 0],
  ['claimed by a worker', "dispatched_at = now() - interval '1 hour', lease_until = now() + interval '5 seconds'", 0],
  ['postponed', "not_before = now() + interval '5 seconds'", 0],
  ['done', 'done_at = now()', 0],
])('a job %s: %s is due %i times', async (_case, change, times) => {
  await using database = await testDatabase()
  await aJob(database.db)
  await database.db.raw(`UPDATE job_outbox SET ${change}`)

  expect(await markDispatched(database.db, 10)).toHaveLength(times)
})

test('an unmarked job is due at once', async () => {
  await using database = await testDatabase()
  await aJob(database.db)
  const [marked] = await markDispatched(database.db, 1)

  await unmarkDispatched(database.db, [marked?.id ?? ''])

  expect(await markDispatched(database.db, 1)).toMatchObject([{ generation: 2 }])
})

test('of twenty concurrent claims one succeeds until the lease expires', async () => {
  await using database = await testDatabase()
  const { db } = database
  await aJob(db)
  const { id } = await row(db)

  const claims = await Promise.all(Array.from({ length: 20 }, () => claimJob(db, id)))
  await db('job_outbox').update({ lease_until: db.raw("now() - interval '1 second'") })
  const later = await claimJob(db, id)

  expect(claims.filter(Boolean)).toMatchObject([{ attempts: 1, before: 'not_sent', name: 'order-placed' }])
  expect(later).toMatchObject({ attempts: 2, before: 'unknown' })
})

test('a finished job cannot be claimed', async () => {
  await using database = await testDatabase()
  const { db } = database
  await aJob(db)
  const { id } = await row(db)
  await claimJob(db, id)

  await db.transaction((trx) => finishJob(trx, id, 77))

  expect(await claimJob(db, id)).toBeUndefined()
  expect(await row(db)).toMatchObject({ outcome: 'sent', message_id: '77', lease_until: null })
  expect(await readOutboxBacklog(db)).toEqual({ open: 0, dead: 0, paused: 0, oldestS: 0, oldestDueS: 0 })
})

test('a postponed job waits, and a failed attempt that does not count is refunded', async () => {
  await using database = await testDatabase()
  const { db } = database
  await aJob(db)
  const { id } = await row(db)
  await claimJob(db, id)

  await postponeJob(db, id, { outcome: 'not_sent', waitMs: 60_000, reason: 'ECONNREFUSED', countsAsAttempt: false })
  const atOnce = await markDispatched(db, 1)
  await db('job_outbox').update({ not_before: db.raw("not_before - interval '61 seconds'") })
  const later = await markDispatched(db, 1)

  expect(atOnce).toEqual([])
  expect(later).toHaveLength(1)
  expect(await claimJob(db, id)).toMatchObject({ attempts: 1, before: 'not_sent' })
})

test('queueing a job notifies the listeners', async () => {
  await using database = await testDatabase()
  const onNotification = vi.fn<() => void>()
  const options = { url: database.url, channel: 'jobs', onNotification, onListening() {} } as const
  await using listener = listenForNotifications(options)
  await listener.attempt

  await aJob(database.db)

  await vi.waitFor(() => expect(onNotification).toHaveBeenCalled())
})

test('a job has the id of the request that queued it, and its order, for the log; one of no request has none', async () => {
  await using database = await testDatabase()
  const { db } = database
  const queue = (orderId: string) => db.transaction((trx) => queueJob(trx, orderPlaced, { orderId }))
  const [byRequest, bySchedule] = [randomUUID(), randomUUID()]

  await withRequestId('a-1', () => queue(byRequest))
  await queue(bySchedule)

  expect(await db('job_outbox').orderBy('id').pluck('payload')).toEqual([
    { orderId: byRequest, requestId: 'a-1' },
    { orderId: bySchedule },
  ])
  expect(await markDispatched(db, 10)).toMatchObject([
    { order: byRequest, requestId: 'a-1' },
    { order: bySchedule, requestId: null },
  ])
})
