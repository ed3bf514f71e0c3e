import { expect, test, vi } from 'vitest'
import type { OutboxDatabase } from './database.ts'
import { fakeWorld } from '../../test/fake-world.ts'
import { observeQuery } from './observe-query.ts'

const readSeq = ({ kv }: OutboxDatabase) => kv.get('seq').then((setting) => setting?.value)

test('of many changes few are told, and always the last; after the stop none', async () => {
  const { db } = fakeWorld()
  const told: unknown[] = []
  const stop = observeQuery(db, readSeq, { next: (value) => told.push(value) })
  await vi.waitFor(() => expect(told).toEqual([undefined]))

  for (let seq = 1; seq <= 100; seq += 1) await db.kv.put({ key: 'seq', value: seq })

  await vi.waitFor(() => expect(told.at(-1)).toBe(100))
  expect(told.length).toBeLessThan(50)

  stop()
  const later: unknown[] = []
  const stopLater = observeQuery(db, readSeq, { next: (value) => later.push(value) })
  await db.kv.put({ key: 'seq', value: 101 })
  await vi.waitFor(() => expect(later.at(-1)).toBe(101))
  await db.kv.put({ key: 'seq', value: 102 })
  await vi.waitFor(() => expect(later.at(-1)).toBe(102))
  expect(told.at(-1)).toBe(100)
  stopLater()
})

test('a look that fails is told, and the next one too', async () => {
  const { db } = fakeWorld()
  let broken = true
  const told: string[] = []
  const stop = observeQuery(db, () => (broken ? Promise.reject(new Error('away')) : Promise.resolve('here')), {
    next: (value) => told.push(value),
    error: () => told.push('failed'),
  })
  await vi.waitFor(() => expect(told).toEqual(['failed']))
  broken = false

  await db.kv.put({ key: 'seq', value: 1 })

  await vi.waitFor(() => expect(told).toEqual(['failed', 'here']))
  stop()
})
