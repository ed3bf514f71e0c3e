import { beforeEach, expect, test, vi } from 'vitest'

const broken = new Set<string>()
const part = (name: string) => () =>
  broken.has(name)
    ? Promise.reject(new TypeError('Failed to fetch'))
    : Promise.resolve({ default: { [name]: 'there' } })

vi.mock('./locales/later.ts', () => {
  const languages = ['ua', 'ru', 'en']
  const of = (thing: string) => Object.fromEntries(languages.map((each) => [each, part(`${thing}.${each}`)]))
  return { later: { orders: of('orders'), people: of('people') } }
})

const load = () => import('./language.ts')
let shop: Awaited<ReturnType<typeof load>>
const speaks = () => ({ speaks: shop.currentLanguage(), ...shop.currentTexts().messages }) as Record<string, unknown>

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  broken.clear()
  vi.resetModules()
  shop = await load()
})

test('texts of one screen that cannot be had take nothing from another', async () => {
  broken.add('people.ua')
  await expect(shop.withTexts('people', Promise.resolve())).rejects.toThrow('Failed to fetch')

  expect(await shop.withTexts('orders', Promise.resolve('the screen'))).toBe('the screen')
  expect(speaks()).toMatchObject({ 'orders.ua': 'there' })
  expect(speaks()).not.toHaveProperty('people.ua')

  broken.clear()
  await shop.withTexts('people', Promise.resolve())
  expect(speaks()).toMatchObject({ 'orders.ua': 'there', 'people.ua': 'there' })
})

test('a screen that brings its texts has nothing drawn anew', async () => {
  const before = shop.currentTexts()

  await shop.withTexts('orders', Promise.resolve())

  expect(speaks()).toMatchObject({ 'orders.ua': 'there' })
  expect(shop.currentTexts()).toBe(before)
  expect(shop.currentTexts().messages).toBe(before.messages)
})

test('another language brings the texts of the screens that speak; without them the old one stays', async () => {
  await shop.withTexts('orders', Promise.resolve())
  broken.add('orders.ru')
  await expect(shop.chooseLanguage('ru')).rejects.toThrow('Failed to fetch')
  expect(speaks()).toMatchObject({ speaks: 'ua', 'orders.ua': 'there' })

  broken.clear()
  broken.add('people.ru')
  await shop.chooseLanguage('ru')
  expect(speaks()).toMatchObject({ speaks: 'ru', 'orders.ru': 'there' })
  expect(speaks()).not.toHaveProperty('orders.ua')
})

test('a screen that comes while a language is on its way speaks that language', async () => {
  await Promise.all([
    shop.chooseLanguage('en'),
    shop.withTexts('people', Promise.resolve()),
    shop.withTexts('orders', Promise.resolve()),
  ])
  expect(speaks()).toMatchObject({ speaks: 'en', 'people.en': 'there', 'orders.en': 'there' })
  expect(speaks()).not.toHaveProperty('orders.ua')

  await Promise.all([shop.chooseLanguage('ru'), shop.chooseLanguage('ua'), shop.chooseLanguage('ru')])
  expect(speaks()).toMatchObject({ speaks: 'ru', 'people.ru': 'there', 'orders.ru': 'there' })
})
