import { expect, test } from 'vitest'
import { isCrawler, pickOffer } from './pick-offer.ts'

test('a browser that lists the page’s language gets no offer', () => {
  expect(pickOffer('ua', ['uk-UA', 'en'])).toBeUndefined()
  expect(pickOffer('ua', ['en-GB', 'uk'])).toBeUndefined()
  expect(pickOffer('ua', [])).toBeUndefined()
})

test('the offer is the first language of the browser that the shop has, else English', () => {
  expect(pickOffer('ua', ['en-US'])).toBe('en')
  expect(pickOffer('ua', ['pl', 'ru-RU', 'en'])).toBe('ru')
  expect(pickOffer('ua', ['de-DE'])).toBe('en')
  expect(pickOffer('en', ['uk-UA'])).toBe('ua')
  expect(pickOffer('en', ['de-DE'])).toBeUndefined()
})

test('crawlers are recognised by their user agent', () => {
  expect(isCrawler('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toBe(true)
  expect(isCrawler('TelegramBot (like TwitterBot)')).toBe(true)
  expect(isCrawler('Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0 Mobile Safari/537.36')).toBe(false)
})
