import { expect, test, vi } from 'vitest'
import type { OutboxDatabase } from './database.ts'
import { fakeWorld } from '../../test/fake-world.ts'
import { observeQuery } from './observe-query.ts'

const readSeq = ({ kv }: OutboxDatabase) => kv.get('seq').then((setting) => setting?.value)

test('emits few of many changes, always the last one, and none after unsubscribing', async () => {
  const { db } = fakeWorld()
  const emitted: unknown[] = []
  const stop = observeQuery(db, readSeq, { next: (value) => emitted.push(value) })
  await vi.waitFor(() => expect(emitted).toEqual([undefined]))

  for (let seq = 1; seq <= 100; seq += 1) await db.kv.put({ key: 'seq', value: seq })

  await vi.waitFor(() => expect(emitted.at(-1)).toBe(100))
  expect(emitted.length).toBeLessThan(50)

  stop()
  const later: unknown[] = []
  const stopLater = observeQuery(db, readSeq, { next: (value) => later.push(value) })
  await db.kv.put({ key: 'seq', value: 101 })
  await vi.waitFor(() => expect(later.at(-1)).toBe(101))
  await db.kv.put({ key: 'seq', value: 102 })
  await vi.waitFor(() => expect(later.at(-1)).toBe(102))
  expect(emitted.at(-1)).toBe(100)
  stopLater()
})

test('a failed read calls `error`, and the next read emits again', async () => {
  const { db } = fakeWorld()
  let broken = true
  const emitted: string[] = []
  const stop = observeQuery(db, () => (broken ? Promise.reject(new Error('unavailable')) : Promise.resolve('here')), {
    next: (value) => emitted.push(value),
    error: () => emitted.push('failed'),
  })
  await vi.waitFor(() => expect(emitted).toEqual(['failed']))
  broken = false

  await db.kv.put({ key: 'seq', value: 1 })

  await vi.waitFor(() => expect(emitted).toEqual(['failed', 'here']))
  stop()
})
