import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Db } from './connection.ts'
import { listenForNotifications } from './notification-listener.ts'

afterEach(() => void vi.useRealTimers())

const listenerQuery = "query = 'LISTEN jobs' AND datname = current_database()"
const countListeners = async (db: Db) => (await db('pg_stat_activity').whereRaw(listenerQuery)).length
const cutListeners = async (db: Db) =>
  db.raw(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${listenerQuery}`)

test('a listener receives notifications, and reconnects after its connection was cut', async () => {
  await using database = await testDatabase()
  const onNotification = vi.fn<() => void>()
  const onListening = vi.fn<() => void>()
  const options = { url: database.url, channel: 'jobs', onNotification, onListening } as const
  await using listener = listenForNotifications(options)
  await listener.attempt
  expect(onListening).toHaveBeenCalledTimes(1)

  await database.db.raw('NOTIFY jobs')
  await vi.waitFor(() => expect(onNotification).toHaveBeenCalledTimes(1))
  await cutListeners(database.db)
  await vi.waitFor(() => expect(onListening).toHaveBeenCalledTimes(2), 5_000)
  await database.db.raw('NOTIFY jobs')

  await vi.waitFor(() => expect(onNotification).toHaveBeenCalledTimes(2))
})

test('a failed attempt is reported and retried until the listener is disposed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onError = vi.fn<(error: unknown) => void>()
  const url = 'postgres://shop@127.0.0.1:1/none'
  const listener = listenForNotifications({ url, channel: 'jobs', onNotification() {}, onListening() {}, onError })

  await listener.attempt
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(2), 5_000)
  await listener[Symbol.asyncDispose]()
  await vi.advanceTimersByTimeAsync(60_000)

  expect(onError).toHaveBeenCalledTimes(2)
})

test('a disposed listener leaves no connection and does not reconnect', async () => {
  await using database = await testDatabase()
  const onListening = vi.fn<() => void>()
  const options = { url: database.url, channel: 'jobs', onNotification() {}, onListening } as const
  const connected = listenForNotifications(options)
  await connected.attempt
  await connected[Symbol.asyncDispose]()
  const connecting = listenForNotifications(options)
  await connecting[Symbol.asyncDispose]()

  await connecting.attempt
  await vi.waitFor(async () => expect(await countListeners(database.db)).toBe(0))
  expect(onListening).toHaveBeenCalledTimes(1)
})
