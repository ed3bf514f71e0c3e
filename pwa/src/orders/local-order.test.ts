import { formatPackage } from '@tsedra/contract/packages'
import { type Language, locale } from '@tsedra/contract/language'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test, vi } from 'vitest'
import en from '../shared/i18n/locales/orders.en.json'
import ru from '../shared/i18n/locales/orders.ru.json'
import ua from '../shared/i18n/locales/orders.ua.json'
import type { Entry } from '../outbox/entry.ts'
import { formatDay, formatTime } from '../shared/i18n/format-date-time.ts'

// Rendered once with server rendering: there are no subscriptions, and stores return their current value.
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('location', { pathname: '/' })
vi.mock('react', async (actual) => ({
  ...(await actual<typeof import('react')>()),
  useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
}))
const { LocalOrder } = await import('./LocalOrder.tsx')

const texts = { ua, ru, en }

const buildEntry = (changes: Partial<Entry>): Entry => ({
  id: '3d9e1f0a-1111-4222-8333-444455556666',
  seq: 1,
  owner: 'guest',
  v: 1,
  bodyJson: '{}',
  summary: { lines: [], total: null },
  state: 'queued',
  reason: null,
  detail: null,
  final: false,
  attempts: 1,
  nextAt: 0,
  holdUntil: 0,
  leaseUntil: 0,
  createdAt: Date.now(),
  confirmedAt: Date.now(),
  foreignInRow: 0,
  ...changes,
})

/** Returns the text of a stored order's page without its markup. */
function renderPageText(entry: Partial<Entry>, language: Language = 'ua'): string {
  const page = createElement(LocalOrder, { entry: buildEntry(entry) })
  const within = {
    locale: locale[language],
    messages: texts[language],
    timeZone: 'Europe/Kyiv',
    children: page,
  }
  const html = renderToStaticMarkup(createElement(IntlProvider, within))
  return html.replaceAll(/<[^>]+>/g, ' ')
}

test.each(['ua', 'ru', 'en'] as const)('shows a rate limit with the time of the next attempt (%s)', (language) => {
  const nextAt = Date.now() + 600_000
  const { order } = texts[language]

  const page = renderPageText({ reason: 'too_many_requests', nextAt }, language)

  expect(page).toContain(order.refused.limitedUntil.replace('{time}', formatTime(nextAt, 'ua')))
  expect(page).toContain(texts[language].outbox.waitingForShop)
  expect(page).not.toContain(order.page.triedText)
  expect(page).not.toContain(order.refused.network)
})

test('shows a network failure as such', () => {
  const page = renderPageText({ reason: 'network', nextAt: Date.now() + 5_000 })

  expect(page).toContain(ua.order.page.triedText)
  expect(page).toContain(ua.outbox.waiting)
})

test('shows no time for an order saved while the clock was not set', () => {
  expect(renderPageText({ createdAt: 5_000, confirmedAt: 5_000, attempts: 0 })).not.toContain('1970')
  expect(renderPageText({ createdAt: Date.now() })).toContain(ua.order.page.savedAt.split(' {time}')[0])
})

test('offers "send now" among the further options before the first attempt, and beside them after it', () => {
  const [first, tried] = [renderPageText({ attempts: 0 }), renderPageText({ reason: 'network' })]

  const { sendNow, more } = ua.order.page
  expect(first.indexOf(sendNow)).toBeGreaterThan(first.indexOf(more))
  expect(tried.indexOf(sendNow)).toBeLessThan(tried.indexOf(more))
})

test('links to the list of pending orders when only the server can cancel the order', () => {
  expect(renderPageText({ attempts: 0 })).not.toContain(ua.order.page.change)
  expect(renderPageText({ reason: 'network' })).toContain(ua.order.page.change)
})

test.each(['ua', 'ru', 'en'] as const)(
  'names product, package and day of what a shop refused as not in stock (%s)',
  (language) => {
    const unavailable = { name: 'Citrus', packageSize: '500г', reason: 'package' }
    const [out, back] = [
      { ...unavailable, stock: 'out' },
      { ...unavailable, stock: '2099-12-03' },
    ]
    const { order } = texts[language]
    const fill = (text: string) => text.replace('{name}', 'Citrus').replace('{size}', formatPackage('500г', 'ua'))

    const page = renderPageText(
      { state: 'attention', reason: 'unavailable', final: true, detail: { items: [out, back] } },
      language,
    )

    expect(page).toContain(fill(order.unavailable.out))
    expect(page).toContain(fill(order.unavailable.back).replace('{day}', formatDay('2099-12-03', 'ua')))
  },
)
