import { expect, test } from 'vitest'
import { addLanguage } from './language-address.ts'

test('an address names every language but the default one, and keeps what else it has', () => {
  expect(addLanguage('/product/lime-chips', 'en')).toBe('/product/lime-chips?lang=en')
  expect(addLanguage('/?search=лайм&lang=ru', 'en')).toBe(`/?search=${encodeURIComponent('лайм')}&lang=en`)
  expect(addLanguage('/?lang=en', 'ua')).toBe('/')
  expect(addLanguage('/category/sets?lang=en&sort=price#main', 'ua')).toBe('/category/sets?sort=price#main')
})

test('question and hash signs within the query or the fragment stay', () => {
  expect(addLanguage('/?search=що?&sort=price', 'en')).toBe(`/?search=${encodeURIComponent('що?')}&sort=price&lang=en`)
  expect(addLanguage('/faq#why?#how', 'en')).toBe('/faq?lang=en#why?#how')
})

test('an address that already names the language is returned as it is', () => {
  expect(addLanguage('/?search=a b&lang=en', 'en')).toBe('/?search=a b&lang=en')
  expect(addLanguage('/contacts', 'ua')).toBe('/contacts')
})

test('private pages name no language', () => {
  for (const path of ['/order/1', '/pending', '/profile/settings', '/admin/orders?status=pending'])
    expect(addLanguage(path, 'en')).toBe(path)
  expect(addLanguage('/profiles', 'en')).toBe('/profiles?lang=en')
})
