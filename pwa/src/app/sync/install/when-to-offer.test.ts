import { expect, test } from 'vitest'
import { type Facts, isOffered } from './when-to-offer.ts'

const DAY_MS = 24 * 3600_000
const facts: Facts = { by: 'prompt', visits: 2, pathname: '/', declinedAt: undefined, open: 0, now: 100 * DAY_MS }

test('installing is offered on the second visit, not on the first', () => {
  expect(isOffered(facts)).toBe(true)
  expect(isOffered({ ...facts, visits: 1 })).toBe(false)
})

test('it is offered beside a request, also on the first visit and while it waits', () => {
  expect(isOffered({ ...facts, visits: 1, pathname: '/order/1', open: 1 })).toBe(true)
})

test('after a no it is not offered for thirty days', () => {
  expect(isOffered({ ...facts, declinedAt: facts.now - 29 * DAY_MS })).toBe(false)
  expect(isOffered({ ...facts, declinedAt: facts.now - 31 * DAY_MS })).toBe(true)
})

test('on an iPhone it is never offered while a request waits in this tab', () => {
  expect(isOffered({ ...facts, by: 'hint' })).toBe(true)
  expect(isOffered({ ...facts, by: 'hint', open: 1 })).toBe(false)
  expect(isOffered({ ...facts, by: 'hint', pathname: '/order/1' })).toBe(false)
})

test('where it cannot be done it is not offered', () => {
  expect(isOffered({ ...facts, by: undefined })).toBe(false)
})
