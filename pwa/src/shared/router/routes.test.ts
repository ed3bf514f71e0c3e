import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FakeBrowser } from './fake-browser.ts'

const browser = new FakeBrowser()
browser.install()
const { Router } = await import('./Router.tsx')
const { Routes, useParams } = await import('./Routes.tsx')

function Slug() {
  return `product ${useParams()['slug']}`
}

const sections = createElement(Routes, {
  routes: [
    { path: '/', element: 'overview' },
    { path: '/orders/*', element: 'orders' },
    { path: '*', element: 'no such section' },
  ],
})

const routes = [
  { path: '/', element: 'home' },
  { path: '/product/:slug', element: createElement(Slug) },
  { path: '/admin/*', element: sections },
  { path: '*', element: 'not found' },
]

test.each([
  ['/', 'home'],
  ['/product/lime', 'product lime'],
  ['/Product/lime/', 'product lime'],
  ['/product/%D0%BB%D0%B0%D0%B9%D0%BC', 'product лайм'],
  ['/product/100%', 'product 100%'],
  ['/product/%D0%BB%D0', 'product %D0%BB%D0'],
  ['/product/', 'not found'],
  ['/product//lime', 'not found'],
  ['/product/lime/more', 'not found'],
  ['/products', 'not found'],
  ['/admin', 'overview'],
  ['/admin/', 'overview'],
  ['/Admin/orders/', 'orders'],
  ['/admin/orders/7', 'orders'],
  ['/admin/nowhere', 'no such section'],
  ['/admin/%', 'no such section'],
  ['/administration', 'not found'],
  ['/nowhere', 'not found'],
])('%s renders %s', (pathname, text) => {
  browser.open(pathname)
  expect(renderToStaticMarkup(createElement(Router, null, createElement(Routes, { routes })))).toBe(text)
})
