import { beforeEach, expect, test, vi } from 'vitest'

const broken = new Set<string>()
const loadFake = (name: string) => () =>
  broken.has(name)
    ? Promise.reject(new TypeError('Failed to fetch'))
    : Promise.resolve({ default: { [name]: 'there' } })

vi.mock('./locales/lazy-messages.ts', () => {
  const languages = ['ua', 'ru', 'en']
  const of = (thing: string) => Object.fromEntries(languages.map((each) => [each, loadFake(`${thing}.${each}`)]))
  return { lazyMessages: { orders: of('orders'), accounts: of('accounts') } }
})

const load = () => import('./language.ts')
let languageModule: Awaited<ReturnType<typeof load>>
const getSpokenTexts = () =>
  ({ speaks: languageModule.getLanguage(), ...languageModule.getLocale().messages }) as Record<string, unknown>

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  broken.clear()
  vi.resetModules()
  languageModule = await load()
})

test('texts of one screen that cannot be had take nothing from another', async () => {
  broken.add('accounts.ua')
  await expect(languageModule.withMessages('accounts', Promise.resolve())).rejects.toThrow('Failed to fetch')

  expect(await languageModule.withMessages('orders', Promise.resolve('the screen'))).toBe('the screen')
  expect(getSpokenTexts()).toMatchObject({ 'orders.ua': 'there' })
  expect(getSpokenTexts()).not.toHaveProperty('accounts.ua')

  broken.clear()
  await languageModule.withMessages('accounts', Promise.resolve())
  expect(getSpokenTexts()).toMatchObject({ 'orders.ua': 'there', 'accounts.ua': 'there' })
})

test('a screen that brings its texts has nothing drawn anew', async () => {
  const before = languageModule.getLocale()

  await languageModule.withMessages('orders', Promise.resolve())

  expect(getSpokenTexts()).toMatchObject({ 'orders.ua': 'there' })
  expect(languageModule.getLocale()).toBe(before)
  expect(languageModule.getLocale().messages).toBe(before.messages)
})

test('another language brings the texts of the screens that speak; without them the old one stays', async () => {
  await languageModule.withMessages('orders', Promise.resolve())
  broken.add('orders.ru')
  await expect(languageModule.chooseLanguage('ru')).rejects.toThrow('Failed to fetch')
  expect(getSpokenTexts()).toMatchObject({ speaks: 'ua', 'orders.ua': 'there' })

  broken.clear()
  broken.add('accounts.ru')
  await languageModule.chooseLanguage('ru')
  expect(getSpokenTexts()).toMatchObject({ speaks: 'ru', 'orders.ru': 'there' })
  expect(getSpokenTexts()).not.toHaveProperty('orders.ua')
})

test('a screen that comes while a language is on its way speaks that language', async () => {
  await Promise.all([
    languageModule.chooseLanguage('en'),
    languageModule.withMessages('accounts', Promise.resolve()),
    languageModule.withMessages('orders', Promise.resolve()),
  ])
  expect(getSpokenTexts()).toMatchObject({ speaks: 'en', 'accounts.en': 'there', 'orders.en': 'there' })
  expect(getSpokenTexts()).not.toHaveProperty('orders.ua')

  await Promise.all([
    languageModule.chooseLanguage('ru'),
    languageModule.chooseLanguage('ua'),
    languageModule.chooseLanguage('ru'),
  ])
  expect(getSpokenTexts()).toMatchObject({ speaks: 'ru', 'accounts.ru': 'there', 'orders.ru': 'there' })
})
