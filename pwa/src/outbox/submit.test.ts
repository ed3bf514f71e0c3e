import { expect, test, vi } from 'vitest'
import { buildNewEntry, fakeWorld, DISCONTINUED } from '../../test/fake-world.ts'
import { outboxDatabase } from './database.ts'
import { enqueue } from './queue.ts'
import { withStorage } from './storage.ts'
import { submit } from './submit.ts'

const timeouts = { timeoutMs: 500, reopenDelaysMs: [1, 1, 1] }

/** A phone that refuses to keep anything, as in some private windows. */
function createDeniedDatabase() {
  const denied = {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  // Only open() is ever called on it.
  return outboxDatabase({ indexedDB: denied as unknown as IDBFactory })
}

test('what is kept was read back, and nothing has been sent yet', async () => {
  const world = fakeWorld()

  const submitted = await submit(world.open().parts, buildNewEntry(), timeouts)

  expect(submitted).toMatchObject({ kind: 'kept', entry: { state: 'queued' } })
  expect(world.server.received).toHaveLength(0)
})

test('a phone that keeps nothing sends at once, under the same id', async () => {
  const world = fakeWorld()
  const wanted = buildNewEntry()

  const submitted = await submit({ ...world.open().parts, db: createDeniedDatabase() }, wanted, timeouts)

  expect(submitted).toMatchObject({ kind: 'direct', verdict: { kind: 'sent' } })
  expect(world.server.orders).toMatchObject([{ id: wanted.order.id }])
})

test.each(['no_network', 'portal', 'answer_lost'] as const)(
  'neither kept nor known to be sent (%s) is said so',
  async (fault) => {
    const world = fakeWorld()
    world.faults.push(fault)

    const submitted = await submit({ ...world.open().parts, db: createDeniedDatabase() }, buildNewEntry(), timeouts)

    expect(submitted).toMatchObject({ kind: 'direct', verdict: { kind: 'queued' } })
  },
)

test('trying again after that is the same request', async () => {
  const world = fakeWorld()
  world.faults.push('answer_lost')
  const parts = { ...world.open().parts, db: createDeniedDatabase() }
  const wanted = buildNewEntry()

  await submit(parts, wanted, timeouts)
  const again = await submit(parts, wanted, timeouts)

  expect(again).toMatchObject({ verdict: { kind: 'sent' } })
  expect(world.server.orders).toHaveLength(1)
})

test('a refusal is heard without a database too', async () => {
  const world = fakeWorld()
  world.server.gone.add(DISCONTINUED)

  const submitted = await submit(
    { ...world.open().parts, db: createDeniedDatabase() },
    buildNewEntry({ productId: DISCONTINUED }),
    timeouts,
  )

  expect(submitted).toMatchObject({ verdict: { kind: 'attention', reason: 'unavailable', final: true } })
})

test('a database that hangs counts as none after the limit', async () => {
  const world = fakeWorld()

  await expect(withStorage(world.db, () => new Promise(() => {}), { timeoutMs: 10 })).rejects.toThrow('hangs')
})

test('what was called neither saved nor sent is not written later', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  world.faults.push('no_network')
  const slow = Promise.withResolvers<void>()
  const transaction = parts.db.transaction.bind(parts.db)
  const waits = vi.spyOn(parts.db, 'transaction').mockImplementationOnce((async (...args: unknown[]) => {
    await slow.promise
    return Reflect.apply(transaction, undefined, args)
  }) as never)
  const wanted = buildNewEntry()

  const submitted = await submit(parts, wanted, { ...timeouts, timeoutMs: 50 })
  slow.resolve()
  await waits.mock.results[0]?.value.catch(() => {})

  expect(submitted).toMatchObject({ kind: 'direct', verdict: { kind: 'queued' } })
  expect(await world.db.outbox.count()).toBe(0)
})

test('what the disk has written at the very last moment is kept, and is said to be', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const wanted = buildNewEntry()
  // Given up while the disk was at it.
  vi.spyOn(parts.db, 'transaction').mockImplementationOnce((() => new Promise(() => {})) as never)
  parts.send = async () => {
    await enqueue(world.db, wanted, world.clock.now)
    throw new TypeError('Failed to fetch')
  }

  expect(await submit(parts, wanted, { ...timeouts, timeoutMs: 50 })).toMatchObject({
    kind: 'kept',
    entry: { id: wanted.order.id, state: 'queued' },
  })
})

test('a connection that died is opened again', async () => {
  const world = fakeWorld()
  let tries = 0

  const kept = await withStorage(
    world.db,
    async () => {
      tries += 1
      if (tries < 3) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
      return world.db.outbox.count()
    },
    timeouts,
  )

  expect([kept, tries]).toEqual([0, 3])
})

test('what cannot be read back was not saved, whatever the database said', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  parts.db.outbox.hook('reading', () => undefined)

  const submitted = await submit(parts, buildNewEntry(), timeouts)

  expect(submitted).toMatchObject({ kind: 'direct', verdict: { kind: 'sent' } })
})

test('a full disk loses large pictures first, then small ones, and only then the request', async () => {
  const world = fakeWorld()
  const kept = new Set(['img-thumb-v1', 'img-full-v1'])
  const open = async (name: string) => ({
    keys: async () => [...kept].filter((picture) => picture === name),
    delete: async (picture: string) => kept.delete(picture),
  })
  vi.stubGlobal('caches', { open })
  const inner = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const full = Object.assign(new Error('aborted'), { name: 'AbortError', inner })
  const after: number[] = []
  const writes = (until: number) =>
    withStorage(
      world.db,
      async () => {
        after.push(kept.size)
        if (kept.size > until) throw full
      },
      timeouts,
    )

  await writes(1)
  expect([...kept]).toEqual(['img-thumb-v1'])
  await writes(0)
  await expect(writes(-1)).rejects.toThrow(expect.objectContaining({ name: 'StorageUnavailable' }))

  expect(after).toEqual([2, 1, 1, 0, 0])
  vi.unstubAllGlobals()
})
