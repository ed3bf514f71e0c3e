import { afterEach, expect, test, vi } from 'vitest'
import { recall, remember } from './remembered.ts'

afterEach(() => vi.unstubAllGlobals())

function aStorage({ full = false } = {}) {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}

test('what another tab has forgotten is not remembered here', () => {
  const kept = aStorage()
  remember('person', 'Olena')
  expect(recall('person')).toBe('Olena')

  kept.clear()

  expect(recall('person')).toBeUndefined()
})

test('what the storage does not take lasts as long as the page', () => {
  aStorage({ full: true })
  remember('theme', 'dark')
  expect(recall('theme')).toBe('dark')

  remember('theme', undefined)

  expect(recall('theme')).toBeUndefined()
})

test('a denied storage is no error', () => {
  vi.stubGlobal('localStorage', undefined)
  remember('theme', 'light')

  expect(recall('theme')).toBe('light')
})
