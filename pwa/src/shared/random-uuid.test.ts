import * as z from 'zod/mini'
import { afterEach, expect, test, vi } from 'vitest'
import { randomUuid } from './random-uuid.ts'

afterEach(() => vi.unstubAllGlobals())

test('without crypto.randomUUID, as on plain http, the UUIDs are version 4 and differ', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })

  const made = Array.from({ length: 1_000 }, randomUuid)

  for (const each of made) expect(z.uuidv4().safeParse(each).success, each).toBe(true)
  expect(new Set(made).size).toBe(1_000)
})

test('where there is crypto.randomUUID it is used', () => {
  vi.stubGlobal('crypto', { randomUUID: () => 'from the browser' })

  expect(randomUuid()).toBe('from the browser')
})
