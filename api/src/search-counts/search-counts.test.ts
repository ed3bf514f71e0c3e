import { kyivDay } from '@tsedra/contract/kyiv-day'
import { shiftDay } from '@tsedra/contract/shift-day'
import { expect, test, vi } from 'vitest'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import { createSignedInUser, openBrowser } from '../../test/users.ts'
import { addSearchCounts } from './search-count-store.ts'

const search = (query: string, isEmpty = false, count = 1) => ({ query, isEmpty, count })
const today = () => kyivDay(Date.now())
const readRows = async ({ db }: Shop) =>
  db('search_counts').orderBy(['query', 'is_empty']).select('query', 'is_empty as isEmpty', 'count')
const daysAgo = (days: number) => shiftDay(today(), -days)

test('counts are added up by normalised query and result, atomically', async () => {
  await using shop = await openShop({ rateLimits: { searchCounts: 1e6 } })
  const report = () =>
    shop.send('POST', '/api/search-counts', {
      searches: [search(' Негроні '), search('негроні', false, 2), search('негроні', true), search('ЛАЙМ')],
    })

  const responses = await Promise.all(Array.from({ length: 20 }, report))

  expect(responses.map(({ status, body }) => [status, body])).toEqual(responses.map(() => [200, { counted: true }]))
  expect(await readRows(shop)).toEqual([
    { ...search('лайм', false, 20) },
    { ...search('негроні', false, 60) },
    { ...search('негроні', true, 20) },
  ])
})

test('a row has day, query, result and count, and nothing about who searched', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)

  await browser.send('POST', '/api/search-counts', {
    searches: [search('olena@bar.example', true), search('+38 050 123-45-67', true), search('лимон')],
  })

  expect(await shop.db('search_counts').select(shop.db.raw('*, day::text AS day'))).toEqual([
    { day: today(), query: 'лимон', is_empty: false, count: 1 },
  ])
})

test('invalid reports are refused and store nothing', async () => {
  await using shop = await openShop()
  const invalid = [
    {},
    { searches: Array.from({ length: 21 }, (_, index) => search(`лимон ${index}`)) },
    { searches: [search('лимон', false, 21)] },
    { searches: [search('лимон', false, 0)] },
    { searches: [search('х'.repeat(101))] },
    { searches: [search('лимон\u0000')] },
    { searches: [{ ...search('лимон'), user: 'Олена' }] },
  ]

  for (const body of invalid) expect((await shop.send('POST', '/api/search-counts', body)).status).toBe(400)
  expect(await readRows(shop)).toEqual([])
})

test('beyond the rows of a day only existing rows increment; the count never overflows', async () => {
  await using shop = await openShop()
  const { db } = shop
  await addSearchCounts(db, '2026-11-21', [search('другий день')], 3)
  await addSearchCounts(db, '2026-11-22', [search('а1'), search('а2')], 3)

  await addSearchCounts(db, '2026-11-22', [search('а1'), search('б1'), search('б2')], 3)
  await addSearchCounts(db, '2026-11-22', [search('в1'), search('а2')], 3)

  const counts = await db('search_counts').where({ day: '2026-11-22' }).orderBy('query').select('query', 'count')
  expect(counts).toEqual([
    { query: 'а1', count: 2 },
    { query: 'а2', count: 2 },
    { query: 'б1', count: 1 },
  ])
  await db('search_counts').update({ count: 2_147_483_647 })
  await addSearchCounts(db, '2026-11-22', [search('а1')], 3)
  expect((await db('search_counts').where({ query: 'а1' }).first('count')).count).toBe(2_147_483_647)
})

test('reports of one address beyond its rate limit are refused; other addresses and calls are not', async () => {
  await using shop = await openShop({ rateLimits: { searchCounts: 2 } })
  const report = (address: string) =>
    openBrowser(shop, address).send('POST', '/api/search-counts', { searches: [search('лимон')] })

  expect((await report('203.0.113.7')).status).toBe(200)
  expect((await report('203.0.113.7')).status).toBe(200)
  const refused = await report('203.0.113.7')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await report('203.0.113.8')).status).toBe(200)
  expect((await openBrowser(shop).send('GET', '/api/products')).status).toBe(200)
  expect(await readRows(shop)).toEqual([search('лимон', false, 3)])
})

test('staff read the most frequent searches of the last days, with and without results', async () => {
  await using shop = await openShop()
  await addSearchCounts(shop.db, today(), [search('лайм', false, 2), search('банан', true, 9), search('рис', true)])
  await addSearchCounts(shop.db, daysAgo(1), [search('лимон', false, 3), search('лайм', false, 2)])
  await addSearchCounts(shop.db, daysAgo(40), [search('лимон', false, 20)])
  const editor = await createSignedInStaff(shop, 'editor')
  const read = async (query: string) => (await editor.send('GET', `/api/admin/search-counts?${query}`)).body

  expect(await read('kind=top')).toEqual({
    searches: [
      { query: 'лайм', count: 4, lastDay: today() },
      { query: 'лимон', count: 3, lastDay: daysAgo(1) },
    ],
  })
  expect(await read('kind=top&days=90&limit=1')).toEqual({
    searches: [{ query: 'лимон', count: 23, lastDay: daysAgo(1) }],
  })
  expect(await read('kind=empty&days=1')).toEqual({
    searches: [
      { query: 'банан', count: 9, lastDay: today() },
      { query: 'рис', count: 1, lastDay: today() },
    ],
  })
})

// catches mutation: search-count-calendar-days
test('the days of the list are calendar days: the 25 hours when the clocks go back are one day', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop, 'editor')
  const [autumnDay, dayBefore] = ['2026-10-25', '2026-10-24']
  await addSearchCounts(shop.db, autumnDay, [search('лайм')])
  await addSearchCounts(shop.db, dayBefore, [search('лимон')])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-25T21:30:00Z') })

  const { body } = await editor.send('GET', '/api/admin/search-counts?days=2')
  vi.useRealTimers()

  expect(body).toEqual({
    searches: [
      { query: 'лайм', count: 1, lastDay: autumnDay },
      { query: 'лимон', count: 1, lastDay: dayBefore },
    ],
  })
})
