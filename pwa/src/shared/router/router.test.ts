import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeBrowser } from './fake-browser.ts'

const browser = new FakeBrowser()
browser.install()
const { createPath, useLocation, useNavigationType, useSearchParams } = await import('./Router.tsx')
const { listenToPopState, navigate } = await import('./navigate.ts')

/** Returns what a hook returns in a component that is mounted now. */
function renderHook<Result>(useHook: () => Result): Result {
  const results: Result[] = []
  const Probe = () => {
    results.push(useHook())
    return null
  }
  renderToStaticMarkup(createElement(Probe))
  const [result] = results
  if (result === undefined) throw new Error('the component did not render')
  return result
}

const renderEntry = () => `${renderHook(useNavigationType)} ${createPath(renderHook(useLocation))}`

let stopListening: () => void
beforeEach(() => {
  browser.entries = [{ url: new URL('https://shop.example/category/citrus?sort=price'), state: null }]
  browser.index = 0
  browser.isFull = false
  browser.assigned = []
  stopListening = listenToPopState()
})
afterEach(() => stopListening())

test('the first entry is read from the address', () => {
  expect(renderEntry()).toBe('POP /category/citrus?sort=price')
  expect(renderHook(useLocation).key).toBe('default')
})

test.each([
  ['navigate', 'with', 0, 'PUSH'],
  ['navigate', 'with', 300, 'POP'],
  ['navigate', 'without', 0, 'POP'],
  ['reload', 'with', 0, 'POP'],
  ['back_forward', 'with', 0, 'POP'],
])(
  'a page opened by %s, %s content and scrolled by %i px, begins with %s',
  async (type, content, scrollY, expected) => {
    vi.stubGlobal('scrollY', scrollY)
    vi.stubGlobal('document', { querySelector: () => (content === 'with' ? {} : null) })
    const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
    vi.resetModules()
    const router = await import('./navigate.ts')
    entries.mockRestore()

    expect(renderHook(router.useNavigationType)).toBe(expected)
  },
)

test('the navigation type distinguishes a push, a replacement and a step back or forward', () => {
  navigate('/product/lime')
  expect(renderEntry()).toBe('PUSH /product/lime')
  navigate('/product/lime?lang=en#photos', { replace: true })
  expect(renderEntry()).toBe('REPLACE /product/lime?lang=en#photos')
  navigate(-1)
  expect(renderEntry()).toBe('POP /category/citrus?sort=price')
  navigate(1)
  expect(renderEntry()).toBe('POP /product/lime?lang=en#photos')
})

test('the navigation type is set before the subscribers of a step back render', () => {
  navigate('/product/lime')
  let type: string | undefined
  browser.addEventListener('popstate', () => (type = renderHook(useNavigationType)), { once: true })
  navigate(-1)
  expect(type).toBe('POP')
})

test('each entry stores its state, a key of its own and its position', () => {
  navigate('/product/lime', { state: { pageCount: 2 } })
  const first = browser.current.state
  expect(first).toEqual({ usr: { pageCount: 2 }, key: expect.stringMatching(/^\w+$/), idx: 1 })

  navigate('/product/lime', { replace: true })
  expect(browser.current.state).toEqual({ usr: null, key: expect.stringMatching(/^\w+$/), idx: 1 })
  expect(browser.current.state).not.toMatchObject({ key: (first as { key: string }).key })
})

test('the position continues from an entry that a former build stored', () => {
  browser.open('/drinks', { usr: null, key: 'kl5x', idx: 4 })
  navigate('/')
  expect(browser.current.state).toMatchObject({ idx: 5 })
})

test('a navigation to the current address adds no entry', () => {
  navigate('/category/citrus?sort=price')
  expect(browser.entries).toHaveLength(1)
  navigate('/category/citrus')
  expect(browser.entries).toHaveLength(2)
})

test('a path with two slashes stays on this host', () => {
  navigate('//evil.example/phishing')
  expect(browser.current.url.href).toBe('https://shop.example/evil.example/phishing')
})

test('the browser loads the page when it refuses further entries', () => {
  browser.isFull = true
  navigate('/drinks')
  expect(browser.assigned).toEqual(['/drinks'])
})

test('a state that cannot be stored is an error', () => {
  expect(() => navigate('/drinks', { state: () => {} })).toThrow('could not be cloned')
  expect(browser.assigned).toEqual([])
})

test('the query is decoded once, and a change of it keeps the path as it is encoded', () => {
  browser.open('/product/%D0%BB%D0%B0%D0%B9%D0%BC?search=50%2525+off')
  const [params, setParams] = renderHook(useSearchParams)
  expect(params.get('search')).toBe('50%25 off')
  setParams(new URLSearchParams({ search: 'a&b' }))
  expect(renderEntry()).toBe('PUSH /product/%D0%BB%D0%B0%D0%B9%D0%BC?search=a%26b')
})
