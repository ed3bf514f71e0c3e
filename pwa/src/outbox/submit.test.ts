import { expect, test, vi } from 'vitest'
import { buildNewEntry, fakeWorld, DISCONTINUED } from '../../test/fake-world.ts'
import { outboxDatabase } from './database.ts'
import { enqueue } from './queue.ts'
import { withStorage } from './storage.ts'
import { submit } from './submit.ts'

const timeouts = { timeoutMs: 500, reopenDelaysMs: [1, 1, 1] }

/** Creates a database whose storage the browser denies, as in some private windows. */
function createDeniedDatabase() {
  const denied = {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  // Only open() is ever called on it.
  return outboxDatabase({ indexedDB: denied as unknown as IDBFactory })
}

test('`submit` returns the stored entry before anything is sent', async () => {
  const world = fakeWorld()

  const submitted = await submit(world.open().parts, buildNewEntry(), timeouts)

  expect(submitted).toMatchObject({ kind: 'kept', entry: { state: 'queued' } })
  expect(world.server.received).toHaveLength(0)
})

test('without storage the order is sent directly, under the same id', async () => {
  const world = fakeWorld()
  const newEntry = buildNewEntry()

  const submitted = await submit({ ...world.open().parts, db: createDeniedDatabase() }, newEntry, timeouts)

  expect(submitted).toMatchObject({ kind: 'direct', verdict: { kind: 'sent' } })
  expect(world.server.orders).toMatchObject([{ id: newEntry.order.id }])
})

test.each(['no_network', 'portal', 'answer_lost'] as const)(
  'without storage a failed attempt (%s) returns `queued`: neither saved nor sent',
  async (fault) => {
    const world = fakeWorld()
    world.faults.push(fault)

    const submitted = await submit({ ...world.open().parts, db: createDeniedDatabase() }, buildNewEntry(), timeouts)

    expect(submitted).toMatchObject({ kind: 'direct', verdict: { kind: 'queued' } })
  },
)

test('a second submit after that is an idempotent retry', async () => {
  const world = fakeWorld()
  world.faults.push('answer_lost')
  const parts = { ...world.open().parts, db: createDeniedDatabase() }
  const newEntry = buildNewEntry()

  await submit(parts, newEntry, timeouts)
  const again = await submit(parts, newEntry, timeouts)

  expect(again).toMatchObject({ verdict: { kind: 'sent' } })
  expect(world.server.orders).toHaveLength(1)
})

test('without storage a rejection of the API is returned', async () => {
  const world = fakeWorld()
  world.server.gone.add(DISCONTINUED)

  const submitted = await submit(
    { ...world.open().parts, db: createDeniedDatabase() },
    buildNewEntry({ productId: DISCONTINUED }),
    timeouts,
  )

  expect(submitted).toMatchObject({ verdict: { kind: 'attention', reason: 'unavailable', final: true } })
})

test('a database that hangs is rejected after the timeout', async () => {
  const world = fakeWorld()

  await expect(withStorage(world.db, () => new Promise(() => {}), { timeoutMs: 10 })).rejects.toThrow('hangs')
})

test('an order reported as neither saved nor sent is not written later', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  world.faults.push('no_network')
  const slow = Promise.withResolvers<void>()
  const transaction = parts.db.transaction.bind(parts.db)
  const transactionSpy = vi.spyOn(parts.db, 'transaction').mockImplementationOnce((async (...args: unknown[]) => {
    await slow.promise
    return Reflect.apply(transaction, undefined, args)
  }) as never)
  const newEntry = buildNewEntry()

  const submitted = await submit(parts, newEntry, { ...timeouts, timeoutMs: 50 })
  slow.resolve()
  await transactionSpy.mock.results[0]?.value.catch(() => {})

  expect(submitted).toMatchObject({ kind: 'direct', verdict: { kind: 'queued' } })
  expect(await world.db.outbox.count()).toBe(0)
})

test('an entry written just after the timeout is returned as stored', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const newEntry = buildNewEntry()
  // Times out during the write.
  vi.spyOn(parts.db, 'transaction').mockImplementationOnce((() => new Promise(() => {})) as never)
  parts.send = async () => {
    await enqueue(world.db, newEntry, world.clock.now)
    throw new TypeError('Failed to fetch')
  }

  expect(await submit(parts, newEntry, { ...timeouts, timeoutMs: 50 })).toMatchObject({
    kind: 'kept',
    entry: { id: newEntry.order.id, state: 'queued' },
  })
})

test('a lost database connection is opened again', async () => {
  const world = fakeWorld()
  let attempts = 0

  const entryCount = await withStorage(
    world.db,
    async () => {
      attempts += 1
      if (attempts < 3) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
      return world.db.outbox.count()
    },
    timeouts,
  )

  expect([entryCount, attempts]).toEqual([0, 3])
})

test('an entry that cannot be read back counts as not saved, and is sent directly', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  parts.db.outbox.hook('reading', () => undefined)

  const submitted = await submit(parts, buildNewEntry(), timeouts)

  expect(submitted).toMatchObject({ kind: 'direct', verdict: { kind: 'sent' } })
})

test('on a full disk large pictures are evicted first, then small ones, and only then the write fails', async () => {
  const world = fakeWorld()
  const cachedPictures = new Set(['img-thumb-v1', 'img-full-v1'])
  const open = async (name: string) => ({
    keys: async () => [...cachedPictures].filter((picture) => picture === name),
    delete: async (picture: string) => cachedPictures.delete(picture),
  })
  vi.stubGlobal('caches', { open })
  const inner = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const full = Object.assign(new Error('aborted'), { name: 'AbortError', inner })
  const cacheSizes: number[] = []
  const writeOnceAtMost = (pictureCount: number) =>
    withStorage(
      world.db,
      async () => {
        cacheSizes.push(cachedPictures.size)
        if (cachedPictures.size > pictureCount) throw full
      },
      timeouts,
    )

  await writeOnceAtMost(1)
  expect([...cachedPictures]).toEqual(['img-thumb-v1'])
  await writeOnceAtMost(0)
  await expect(writeOnceAtMost(-1)).rejects.toThrow(expect.objectContaining({ name: 'StorageUnavailable' }))

  expect(cacheSizes).toEqual([2, 1, 1, 0, 0])
  vi.unstubAllGlobals()
})
