import { afterEach, expect, test, vi } from 'vitest'
import { readLocal, writeLocal } from './local-storage.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage({ full: isFull = false } = {}) {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}

test('a value that another tab deleted is not returned', () => {
  const stored = stubStorage()
  writeLocal('person', 'Olena')
  expect(readLocal('person')).toBe('Olena')

  stored.clear()

  expect(readLocal('person')).toBeUndefined()
})

test('a value that a full storage rejects lasts as long as the page', () => {
  stubStorage({ full: true })
  writeLocal('theme', 'dark')
  expect(readLocal('theme')).toBe('dark')

  writeLocal('theme', undefined)

  expect(readLocal('theme')).toBeUndefined()
})

test('a denied storage is not an error', () => {
  vi.stubGlobal('localStorage', undefined)
  writeLocal('theme', 'light')

  expect(readLocal('theme')).toBe('light')
})
