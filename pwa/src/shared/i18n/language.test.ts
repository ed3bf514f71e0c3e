import { beforeEach, expect, test, vi } from 'vitest'

const broken = new Set<string>()
const loadFake = (name: string) => () =>
  broken.has(name)
    ? Promise.reject(new TypeError('Failed to fetch'))
    : Promise.resolve({ default: { [name]: 'there' } })

vi.mock('./locales/lazy-messages.ts', () => {
  const languages = ['ua', 'ru', 'en']
  const fakeNamespace = (name: string) =>
    Object.fromEntries(languages.map((language) => [language, loadFake(`${name}.${language}`)]))
  return { lazyMessages: { orders: fakeNamespace('orders'), accounts: fakeNamespace('accounts') } }
})

const load = () => import('./language.ts')
let languageModule: Awaited<ReturnType<typeof load>>
const getActiveTexts = () =>
  ({ currentLanguage: languageModule.getLanguage(), ...languageModule.getLocale().messages }) as Record<string, unknown>

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {}, getElementById: () => null })
  broken.clear()
  vi.resetModules()
  languageModule = await load()
})

test('texts of one screen that fail to load do not affect another screen', async () => {
  broken.add('accounts.ua')
  await expect(languageModule.withMessages('accounts', Promise.resolve())).rejects.toThrow('Failed to fetch')

  expect(await languageModule.withMessages('orders', Promise.resolve('the screen'))).toBe('the screen')
  expect(getActiveTexts()).toMatchObject({ 'orders.ua': 'there' })
  expect(getActiveTexts()).not.toHaveProperty('accounts.ua')

  broken.clear()
  await languageModule.withMessages('accounts', Promise.resolve())
  expect(getActiveTexts()).toMatchObject({ 'orders.ua': 'there', 'accounts.ua': 'there' })
})

test('loading the texts of a screen renders nothing again', async () => {
  const before = languageModule.getLocale()

  await languageModule.withMessages('orders', Promise.resolve())

  expect(getActiveTexts()).toMatchObject({ 'orders.ua': 'there' })
  expect(languageModule.getLocale()).toBe(before)
  expect(languageModule.getLocale().messages).toBe(before.messages)
})

test('a change of language loads the texts of the active screens, and fails without them', async () => {
  await languageModule.withMessages('orders', Promise.resolve())
  broken.add('orders.ru')
  await expect(languageModule.chooseLanguage('ru')).rejects.toThrow('Failed to fetch')
  expect(getActiveTexts()).toMatchObject({ currentLanguage: 'ua', 'orders.ua': 'there' })

  broken.clear()
  broken.add('accounts.ru')
  await languageModule.chooseLanguage('ru')
  expect(getActiveTexts()).toMatchObject({ currentLanguage: 'ru', 'orders.ru': 'there' })
  expect(getActiveTexts()).not.toHaveProperty('orders.ua')
})

test('a screen that loads during a change of language uses the new language', async () => {
  await Promise.all([
    languageModule.chooseLanguage('en'),
    languageModule.withMessages('accounts', Promise.resolve()),
    languageModule.withMessages('orders', Promise.resolve()),
  ])
  expect(getActiveTexts()).toMatchObject({ currentLanguage: 'en', 'accounts.en': 'there', 'orders.en': 'there' })
  expect(getActiveTexts()).not.toHaveProperty('orders.ua')

  await Promise.all([
    languageModule.chooseLanguage('ru'),
    languageModule.chooseLanguage('ua'),
    languageModule.chooseLanguage('ru'),
  ])
  expect(getActiveTexts()).toMatchObject({ currentLanguage: 'ru', 'accounts.ru': 'there', 'orders.ru': 'there' })
})
