import { beforeEach, expect, test, vi } from 'vitest'
import { resolveLanguage } from './resolve-language.ts'

const createStorage = (values: Record<string, string> = {}) => ({
  values,
  getItem: (name: string) => values[name] ?? null,
  setItem: (name: string, value: string) => void (values[name] = value),
})
let tab: ReturnType<typeof createStorage>
let device: ReturnType<typeof createStorage>
const open = (search: string) => {
  vi.stubGlobal('location', { search })
  return resolveLanguage()
}

beforeEach(() => {
  tab = createStorage()
  device = createStorage()
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('document', { documentElement: {} })
})

test('the language of a link applies to its tab and leaves the choice of the device', () => {
  device.values['tsedra.lang'] = 'ru'
  expect(open('?lang=en')).toBe('en')
  expect(open('')).toBe('en')
  expect(device.values).toEqual({ 'tsedra.lang': 'ru' })

  vi.stubGlobal('sessionStorage', createStorage())
  expect(open('')).toBe('ru')
})

test('without a link or a choice the language is the default one', () => {
  expect(open('?lang=de')).toBe('ua')
  expect(tab.values).toEqual({})
})

test('without storage the address still names the language', () => {
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('localStorage', undefined)
  expect(open('?lang=uk-UA')).toBe('ua')
  expect(open('?lang=en')).toBe('en')
})
