import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { PackageSize } from '@tsedra/contract/packages'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test, vi } from 'vitest'
import { buildProduct } from '../../test/fake-shop.ts'
import { productQuery } from '../catalogue/queries.ts'
import orders from '../shared/i18n/locales/orders.ua.json'
import ua from '../shared/i18n/locales/ua.json'
import type { OrderableLine } from './orderable-product.ts'

// Rendered once with server rendering: there are no subscriptions, and stores return their current value.
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('location', { pathname: '/' })
vi.mock('react', async (actual) => ({
  ...(await actual<typeof import('react')>()),
  useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
}))
const { OrderFormLines } = await import('./OrderFormLines.tsx')

const line = (slug: string, packageSize: PackageSize, quantity = 1): OrderableLine => ({
  product: { id: slug, slug, name: slug, imageUrl: null, price: '95.00', availablePackages: ['50г', '100г'] },
  packageSize,
  quantity,
})

function renderField(lines: readonly OrderableLine[], stock?: Record<string, string>): string {
  const client = new QueryClient()
  if (stock) client.setQueryData(productQuery('lime', 'ua').queryKey, { ...buildProduct('lime'), slug: 'lime', stock })
  const field = createElement(OrderFormLines, { lines, isDisabled: false, onChange: () => {}, onPick: () => {} })
  const page = createElement(QueryClientProvider, { client }, field)
  const within = { locale: 'uk', messages: { ...ua, ...orders }, timeZone: 'Europe/Kyiv', children: page }
  return renderToStaticMarkup(createElement(IntlProvider, within))
}

const countOf = (text: string, html: string) => html.split(text).length - 1

test('every line has package, quantity and price; the only line cannot be removed', () => {
  const one = renderField([line('lime', '50г', 2)])
  const two = renderField([line('lime', '50г', 2), line('lemon', '100г')])

  expect(one).toContain('190')
  expect([countOf('<select', one), countOf('<select', two)]).toEqual([1, 2])
  expect(one).not.toContain(orders.order.lines.remove)
  expect(countOf(`${orders.order.lines.remove}: `, two)).toBe(2)
})

test('a package of another line cannot be selected twice', () => {
  const html = renderField([line('lime', '50г'), line('lime', '100г')])

  expect([...html.matchAll(/<option value="([^"]+)" disabled=""/g)].map(([, size]) => size)).toEqual(['100г', '50г'])
})

test('a package that is not sold any more stays selected until another one is', () => {
  const html = renderField([line('lime', '1кг')])

  expect(html).toMatch(/<option[^>]* value="1кг"[^>]* selected=""|<option[^>]* selected=""[^>]* value="1кг"/)
})

test('a line shows that its package is not in stock', () => {
  const html = renderField([line('lime', '50г')], { '50г': 'out' })

  expect(html.split('<div class="package-and-quantity">')[0]).toContain(orders.stock.out)
})
