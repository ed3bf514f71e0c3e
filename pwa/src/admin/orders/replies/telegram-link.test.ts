import { expect, test } from 'vitest'
import { createTelegramLink } from './telegram-link.ts'

const phone = '+380671234567'

test('the Telegram name is preferred to the phone', () => {
  expect(createTelegramLink({ telegram: 'olena_bar', phone })).toBe('https://t.me/olena_bar')
  expect(createTelegramLink({ telegram: null, phone })).toBe('https://t.me/+380671234567')
  expect(createTelegramLink({ telegram: null, phone: null }, 'text')).toBeUndefined()
})

test('the text is percent-encoded, so that no character of it ends the parameter', () => {
  const text = 'Разом: 5 & 6 = 11 #\n+1%'

  const link = createTelegramLink({ telegram: null, phone }, text) ?? ''

  expect(link).toContain('?text=%D0%A0%D0%B0%D0%B7%D0%BE%D0%BC%3A%205%20%26%206%20%3D%2011%20%23%0A%2B1%25')
  expect(new URL(link).searchParams.get('text')).toBe(text)
})

test('a text that makes the link too long is left out', () => {
  expect(createTelegramLink({ telegram: 'olena_bar', phone }, 'ї'.repeat(1_300))).toContain('?text=')
  expect(createTelegramLink({ telegram: 'olena_bar', phone }, 'ї'.repeat(1_400))).toBe('https://t.me/olena_bar')
})
