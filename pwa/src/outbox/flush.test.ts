import { expect, test } from 'vitest'
import { claim } from './attempt.ts'
import { entryOf, fakeWorld, GONE, kept, type World } from './fake-world.ts'
import { drain, FLUSH_LOCK, flush } from './flush.ts'

test('without locks an orphan is left alone until its lease has run out', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const tab = world.open()
  world.faults.push('dies_before')
  await Promise.race([flush(tab.parts), tab.lost])
  const other = { ...world.open().parts, locks: undefined }

  const early = await flush(other)
  world.clock.now += 25_000
  const late = await flush(other)

  expect([early.sent, late.sent]).toEqual([0, 1])
  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
})

test('a failed network stops the drain, waits by itself, and ends up with everything sent in order', async () => {
  const world = fakeWorld()
  const ids = [await kept(world), await kept(world), await kept(world)]
  const { parts } = world.open()
  world.faults.push('no_network')

  const first = await flush(parts)
  const tooEarly = await entryOf(world, ids[0] ?? '')
  world.clock.now += first.pauseMs
  const second = await flush(parts)

  expect(first.sent).toBe(0)
  expect(first.pauseMs).toBe(2_250)
  expect(tooEarly).toMatchObject({ state: 'queued', reason: 'network' })
  expect(second.sent).toBe(3)
  expect(world.server.orders.map(({ id }) => id)).toEqual(ids)
})

test('a parked entry does not stop the drain', async () => {
  const world = fakeWorld()
  world.server.gone.add(GONE)
  const refused = await kept(world, { productId: GONE })
  const [second, third] = [await kept(world), await kept(world)]
  world.faults.push('none', 'signed_out')

  const { sent } = await flush(world.open().parts)

  expect(sent).toBe(1)
  expect(await entryOf(world, refused)).toMatchObject({ state: 'attention', reason: 'unavailable', final: true })
  expect(await entryOf(world, second)).toMatchObject({ state: 'attention', reason: 'unauthorized', final: false })
  expect(await entryOf(world, third)).toMatchObject({ state: 'sent' })
})

test('two tabs at once send each order once', async () => {
  const world = fakeWorld()
  for (let each = 0; each < 5; each += 1) await kept(world)

  const tab = () => ({ ...world.open().parts, lockWaitMs: 5_000 })
  const drained = await Promise.all([flush(tab()), flush(tab()), flush(tab())])

  expect(Math.max(...drained.map(({ sent }) => sent))).toBe(5)
  expect(world.server.received).toHaveLength(5)
})

test('a tab that hangs on the lock is overtaken once its lease has run out, and not before', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const hanging = world.open().parts
  const answer = Promise.withResolvers<Response>()
  const hung = flush({ ...hanging, send: () => answer.promise })
  await expect.poll(() => entryOf(world, id)).toMatchObject({ state: 'sending' })
  const other = { ...world.open().parts, lockWaitMs: 20 }

  const early = await flush(other)
  world.clock.now += 25_000
  const late = await flush(other)
  answer.resolve(new Response('', { status: 500 }))

  expect([early.sent, late.sent]).toEqual([0, 1])
  expect(await hung).toMatchObject({ sent: 0 })
  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
})

test('a tab that gets on is at work, also when nothing is on its way at the moment', async () => {
  const world = fakeWorld()
  const first = await kept(world)
  await kept(world)
  const atWork = holdLock(world)
  const { parts } = world.open()
  const locks = {
    async request(name: string, options: LockOptions, work: LockGrantedCallback<unknown>) {
      if (options.signal) await world.db.outbox.update(first, { state: 'sent' })
      return parts.locks?.request(name, options, work)
    },
  } as typeof parts.locks // the one overload that is used

  const drained = await flush({ ...parts, locks, lockWaitMs: 50 })

  expect(drained).toEqual({ sent: 0, pauseMs: 50 })
  expect(atWork.isStolen()).toBe(false)
})

test('a tab that neither sends nor gets on is overtaken; what it claims in that very moment stays its own', async () => {
  const world = fakeWorld()
  const [first, last] = [await kept(world), await kept(world)]
  const claimed = () => claim(world.db, last, { now: world.clock.now, seen: new Set(), alone: true })
  const hanging = holdLock(world, claimed)

  const drained = await flush({ ...world.open().parts, lockWaitMs: 20 })

  expect(drained).toMatchObject({ sent: 1 })
  expect(hanging.isStolen()).toBe(true)
  expect(world.server.received).toMatchObject([{ id: first }])
  expect(await entryOf(world, last)).toMatchObject({ state: 'sending', attempts: 1 })
})

test('a drain that has lost its lock claims nothing more', async () => {
  const world = fakeWorld()
  await kept(world)

  await drain(world.open().parts, { alone: true, lost: AbortSignal.abort() })

  expect(world.server.received).toHaveLength(0)
})

test('a thousand that wait go out in order, each once', { timeout: 60_000 }, async () => {
  const world = fakeWorld()
  const ids: string[] = []
  for (let each = 0; each < 1_000; each += 1) ids.push(await kept(world))

  const { sent } = await flush(world.open().parts)

  expect(sent).toBe(1_000)
  expect(world.server.orders.map(({ id }) => id)).toEqual(ids)
})

test('one saved during a run goes out with the same run', async () => {
  const world = fakeWorld()
  await kept(world)
  const { parts } = world.open()
  let late: Promise<string> | undefined
  const send: typeof fetch = async (...request) => {
    late ??= kept(world)
    await late
    return parts.send(...request)
  }

  const { sent } = await flush({ ...parts, send })

  expect(sent).toBe(2)
})

/** A tab that has the lock, and does something when it is taken from it. */
function holdLock(world: World, onStolen?: () => Promise<unknown>) {
  let stolen = false
  void world
    .open()
    .parts.locks?.request(FLUSH_LOCK, {}, () => new Promise<never>(() => {}))
    .catch(() => {
      stolen = true
      return onStolen?.()
    })
  return { isStolen: () => stolen }
}
