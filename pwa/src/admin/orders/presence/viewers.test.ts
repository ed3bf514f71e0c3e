import { expect, test } from 'vitest'
import { applyPresence, getOtherViewers, VIEWER_LIFETIME_MS } from './viewers.ts'

const ada = { orderId: '1', userId: 'ada', name: 'Ада', isViewing: true }
const borys = { ...ada, userId: 'borys', name: 'Борис' }

// catches mutation: presence-not-own
test('an order names the others who look at it, until they close it or have been silent for two minutes', () => {
  const both = applyPresence(applyPresence([], ada, 0), borys, 1_000)
  expect(getOtherViewers(both, '1', 'borys', 2_000)).toEqual(['Ада'])
  expect(getOtherViewers(both, '1', 'third', 2_000)).toEqual(['Ада', 'Борис'])
  expect(getOtherViewers(both, '2', 'third', 2_000)).toEqual([])
  expect(getOtherViewers(both, '1', 'third', VIEWER_LIFETIME_MS)).toEqual(['Борис'])
  const closed = applyPresence(both, { ...ada, isViewing: false }, 3_000)
  expect(getOtherViewers(closed, '1', 'third', 3_000)).toEqual(['Борис'])
})

test('a renewal keeps one entry and prolongs it', () => {
  const renewed = applyPresence(applyPresence([], ada, 0), ada, 60_000)
  expect(renewed).toHaveLength(1)
  expect(getOtherViewers(renewed, '1', 'borys', VIEWER_LIFETIME_MS + 1)).toEqual(['Ада'])
  expect(getOtherViewers(renewed, '1', 'borys', 60_000 + VIEWER_LIFETIME_MS)).toEqual([])
})
