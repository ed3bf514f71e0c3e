import * as z from 'zod/mini'
import { afterEach, expect, test, vi } from 'vitest'
import { randomUuid } from './random-uuid.ts'

afterEach(() => vi.unstubAllGlobals())

test('without crypto.randomUUID, as on plain http, the UUIDs are version 4 and differ', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })

  const uuids = Array.from({ length: 1_000 }, randomUuid)

  for (const uuid of uuids) expect(z.uuidv4().safeParse(uuid).success, uuid).toBe(true)
  expect(new Set(uuids).size).toBe(1_000)
})

test('crypto.randomUUID is used where it exists', () => {
  vi.stubGlobal('crypto', { randomUUID: () => 'from the browser' })

  expect(randomUuid()).toBe('from the browser')
})
