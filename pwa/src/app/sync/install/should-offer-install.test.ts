import { expect, test } from 'vitest'
import { type InstallContext, shouldOfferInstall } from './should-offer-install.ts'

const DAY_MS = 24 * 3600_000
const context: InstallContext = {
  method: 'prompt',
  visits: 2,
  pathname: '/',
  declinedAt: undefined,
  pendingOrders: 0,
  now: 100 * DAY_MS,
}

test('installing is offered on the second visit, not on the first', () => {
  expect(shouldOfferInstall(context)).toBe(true)
  expect(shouldOfferInstall({ ...context, visits: 1 })).toBe(false)
})

test('installing is offered on an order page, also on the first visit and while the order is pending', () => {
  expect(shouldOfferInstall({ ...context, visits: 1, pathname: '/order/1', pendingOrders: 1 })).toBe(true)
})

test('installing is not offered for thirty days after the user declined', () => {
  expect(shouldOfferInstall({ ...context, declinedAt: context.now - 29 * DAY_MS })).toBe(false)
  expect(shouldOfferInstall({ ...context, declinedAt: context.now - 31 * DAY_MS })).toBe(true)
})

test('on an iPhone installing is never offered while an order is pending in this tab', () => {
  expect(shouldOfferInstall({ ...context, method: 'hint' })).toBe(true)
  expect(shouldOfferInstall({ ...context, method: 'hint', pendingOrders: 1 })).toBe(false)
  expect(shouldOfferInstall({ ...context, method: 'hint', pathname: '/order/1' })).toBe(false)
})

test('installing is not offered where it is impossible', () => {
  expect(shouldOfferInstall({ ...context, method: undefined })).toBe(false)
})
