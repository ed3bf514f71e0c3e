import { languages } from '@tsedra/contract/language'
import { fillShopText, formatPromise } from '@tsedra/contract/shop-promise'
import { parseStoredSettings, type ShopSettings } from '@tsedra/contract/shop-settings'
import { buildShopView } from '@tsedra/contract/build-shop-view'
import { beforeEach, expect, test, vi } from 'vitest'
import en from './locales/en.json'
import ru from './locales/ru.json'
import ua from './locales/ua.json'
import { customiseMessages, readShopView } from './shop-view.ts'

const builtIn = { ua, ru, en }
const defaults = parseStoredSettings(undefined)
const settingsWith = (texts: Partial<ShopSettings['texts']>, others: Partial<ShopSettings> = {}): ShopSettings => ({
  ...defaults,
  ...others,
  texts: { ...defaults.texts, ...texts },
})
const stored: Record<string, string> = {}

beforeEach(() => {
  for (const key of Object.keys(stored)) delete stored[key]
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored[name] ?? null })
})

test('the owner’s texts replace those with the same key; others and the built-in messages stay', () => {
  const name = { ua: 'Корж', ru: '', en: '' }
  const view = buildShopView(settingsWith({ name, lead: { ua: 'Вступ', ru: '', en: '' } }), 'ua')
  stored['tsedra.shop.ua'] = JSON.stringify(view)

  const messages = customiseMessages(ua, 'ua')

  expect([messages.brand, messages.hero.text, messages.hero.first]).toEqual(['Корж', 'Вступ', ua.hero.first])
  expect(ua.brand).toBe('Цедра')
  expect(customiseMessages({ brand: 'Цедра' }, 'ua')).toEqual({ brand: 'Корж' })
})

test('without stored settings the messages are the built-in ones', () => {
  expect(readShopView('ua')).toEqual({})
  expect(customiseMessages(ua, 'ua')).toEqual(ua)
})

test('a name in one language is the name in every language, a text is not', () => {
  const one = { ua: 'Корж', ru: '', en: '' }
  const view = buildShopView(settingsWith({ name: one, lead: one }), 'en')

  expect(view?.messages).toMatchObject({ brand: 'Корж', title: { home: 'Корж — fruit chips and cocktail garnishes' } })
  expect(view?.messages).not.toHaveProperty('hero')
})

test.each(languages)('a message in `%s` that is derived from a setting has the wording of the built-in one', (lang) => {
  const view = buildShopView(settingsWith({ name: { ua: 'X', ru: 'X', en: 'X' } }, { promiseHours: 48 }), lang)
  const messages = view?.messages as { title: { home: string }; product: { promise: string } }

  // The build adds no-break spaces to the built-in texts.
  const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(withSpaces(messages.title.home.replace('X', builtIn[lang].brand))).toBe(withSpaces(builtIn[lang].title.home))
  expect(withSpaces(messages.product.promise.replace('48', '24'))).toBe(withSpaces(builtIn[lang].product.promise))
})

test('the promise has the form after its preposition', () => {
  expect([1, 2, 21, 24].map((hours) => formatPromise(hours, 'ua').split('\u00a0')[1])).toEqual([
    'години',
    'годин',
    'години',
    'годин',
  ])
  expect(fillShopText('within {promise}, {hours}', { promiseHours: 1, workingHours: '$&' }, 'en')).toBe(
    'within 1\u00a0hour, $&',
  )
})
