import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { productCards } from './harness/locators.ts'
import { openTestEdge, listChunks, waitForPrecache, currentDeployment } from './deployments.ts'
import { startPhone } from './harness/phone.ts'
import { expect, isThorough, containingText, shopUrl, test, messagesByLanguage, exactText } from './fixtures.ts'

const chunks = listChunks(currentDeployment)

/** Every address of the router, so that a new one is tested too. */
function listRoutes(): string[] {
  const router = readFileSync(new URL('../src/app/App.tsx', import.meta.url), 'utf8')
  const routePaths = [...router.matchAll(/\{ path: '([^']+)'/g)].map(([, path = '']) => path)
  const mappedPaths = /\.\.\.\[([^\]]+)\]\.map\(\(page\)/.exec(router)?.[1]?.match(/\w+/g) ?? []
  return [...routePaths, ...mappedPaths].map((path) =>
    `/${path.replace(/^\//, '')}`
      .replace(':slug', 'never-seen')
      .replace(':id', randomUUID())
      .replace('*', 'such/a/page'),
  )
}

test('first visit, server killed, browser started again: the shop opens', async () => {
  await using testEdge = await openTestEdge(shopUrl())
  await using phone = await startPhone({ baseUrl: testEdge.url })
  const first = await phone.context.newPage()
  await first.goto(testEdge.url)
  await waitForPrecache(first, chunks)
  await phone.close()
  testEdge.isDown = true
  testEdge.requestedPaths.length = 0

  const page = await (await phone.start()).newPage()
  await page.goto(testEdge.url)

  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('main img').first()).toHaveJSProperty('complete', true)
  expect(
    await page
      .locator('main img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0)
  expect(testEdge.requestedPaths).toEqual([])
})

test('an uncontrolled page requests control by its worker', async ({ visit }) => {
  const { page } = await visit({ worker: true })
  await page.goto('/')
  await waitForPrecache(page, chunks)
  await page.addInitScript(() => Object.assign(window, { cameWith: navigator.serviceWorker.controller }))
  const cdpSession = await page.context().newCDPSession(page)
  // A reload past the worker: the same state as that of a page that was on its way while the worker got ready.
  const loaded = page.waitForEvent('domcontentloaded')
  await cdpSession.send('Page.reload', { ignoreCache: true })
  await loaded
  expect(await page.evaluate(() => (window as unknown as { cameWith: unknown }).cameWith)).toBeNull()

  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)
})

test('routes never visited open offline, in three languages, and no policy is broken', async ({ browser }) => {
  const routes = listRoutes().filter((route) => !route.startsWith('/admin'))
  expect(routes.length).toBeGreaterThanOrEqual(10)
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({ baseURL: testEdge.url })
  const page = await context.newPage()
  const violations: string[] = []
  await page.exposeFunction('violated', (violation: string) => violations.push(violation))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(window as unknown as { violated(violation: string): void }).violated(`${violatedDirective} ${blockedURI}`)
    })
  })
  page.on('pageerror', (error) => violations.push(error.message))
  await page.goto('/')
  await waitForPrecache(page, chunks)
  testEdge.isDown = true
  testEdge.requestedPaths.length = 0

  for (const language of ['ua', 'ru', 'en']) {
    await page.evaluate((lang) => localStorage.setItem('tsedra.lang', lang), language)
    for (const route of isThorough || language === 'ua' ? routes : routes.slice(0, 3)) {
      const response = await page.goto(route)
      expect(response?.fromServiceWorker(), route).toBe(true)
      await expect(page.locator('main h1, main h2').first(), `${route} in ${language}`).not.toBeEmpty()
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'ua' ? 'uk' : language)
    }
  }
  expect(violations).toEqual([])
  expect(testEdge.requestedPaths).toEqual([])
  await context.close()
})

test('calls, pictures, the admin area and missing files are never answered with the page, with and without a worker', async ({
  browser,
}) => {
  await using testEdge = await openTestEdge(shopUrl())
  for (const serviceWorkers of ['block', 'allow'] as const) {
    const context = await browser.newContext({ baseURL: testEdge.url, serviceWorkers })
    const page = await context.newPage()
    await page.goto('/')
    if (serviceWorkers === 'allow') await waitForPrecache(page, chunks)
    for (const path of ['/api/x', '/media/x', '/assets/missing.js', '/missing.png']) {
      const outcome = await page.evaluate(async (address) => {
        const response = await fetch(address)
        return { ok: response.ok, page: (await response.text()).includes('id="root"') }
      }, path)
      expect(outcome, path).toEqual({ ok: false, page: false })
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(404)
      expect(await response?.text(), path).not.toContain('id="root"')
      await page.goto('/')
    }
    const admin = await page.goto('/admin')
    expect(admin?.fromServiceWorker()).toBe(false)
    await context.close()
  }
})

test('a portal’s page is stored neither as a picture nor as a script', async ({ browser }) => {
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({ baseURL: testEdge.url })
  const page = await context.newPage()
  testEdge.portalPaths = /^\/assets\/orders-/
  await page.goto('/')
  await expect(productCards(page).first()).toBeVisible()
  // The worker is not installed with a page in a script's place.
  await expect
    .poll(() => testEdge.requestedPaths.filter((path) => path.startsWith('/assets/orders-')).length)
    .toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)))
    .toBe(false)

  testEdge.portalPaths = undefined
  await page.reload()
  await waitForPrecache(page, chunks)
  testEdge.portalPaths = /^\/media\//
  const thumbnail = '/media/0123456789abcdef0123-1200x800.320.webp'
  await page.evaluate((path) => fetch(path), thumbnail)

  expect(await page.evaluate((path) => caches.match(path).then(Boolean), thumbnail)).toBe(false)
  await context.close()
})

/** What the browser does under storage pressure, and a person by clearing cached files. */
const clearCaches = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })

const countPrecachedFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'))
    return (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length)))[0] ?? 0
  })

test('evicted caches: the next visit online repairs the shell, and the shop opens offline again', async ({
  browser,
}) => {
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({ baseURL: testEdge.url })
  const page = await context.newPage()
  await page.goto('/')
  await waitForPrecache(page, chunks)
  const fileCount = await countPrecachedFiles(page)
  await clearCaches(page)

  await page.goto('/')

  await expect.poll(() => countPrecachedFiles(page), { timeout: 30_000 }).toBe(fileCount)
  testEdge.isDown = true
  testEdge.requestedPaths.length = 0
  for (const path of ['/', '/faq', '/category/citrus-chips']) {
    const response = await page.goto(path)
    expect(response?.fromServiceWorker()).toBe(true)
    await expect(page.locator('main h1').first()).not.toBeEmpty()
  }
  expect(testEdge.requestedPaths).toEqual([])
  await context.close()
})

test('evicted caches: “On this phone” shows what is missing, and that the shop is saved once it is again', async ({
  browser,
}) => {
  const { phone: storageMessages } = messagesByLanguage.ua
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({ baseURL: testEdge.url })
  const page = await context.newPage()
  await page.goto('/pending')
  await waitForPrecache(page, chunks)
  await page.goto('/pending')
  const panel = page.getByRole('region', { name: exactText(storageMessages.title) })
  await expect(panel).toContainText(containingText(storageMessages.shell))
  await expect
    .poll(() => panel.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value))
    .toBeGreaterThan(0)
  await clearCaches(page)
  testEdge.isDown = true

  // A navigation within the page: nothing is reloaded.
  await page.getByRole('link', { name: exactText(messagesByLanguage.ua.order.page.back) }).click()
  await page.goBack()

  await expect(panel).toContainText(containingText(storageMessages.shellMissing.split('{')[0] ?? ''))
  testEdge.isDown = false
  await page.goto('/pending')
  await expect(panel).toContainText(containingText(storageMessages.shell), { timeout: 30_000 })
  await context.close()
})

test('what is kept for the network’s absence holds no call and no answer that cannot be read', async ({ browser }) => {
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({ baseURL: testEdge.url })
  const page = await context.newPage()
  await page.goto('/')
  await waitForPrecache(page, chunks)
  for (const path of ['/category/citrus-chips', '/product/lemon-chips', '/faq', '/']) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).not.toBeEmpty()
    await page.waitForLoadState('networkidle')
  }

  const cachedResponses = await page.evaluate(async () => {
    const outcome: { path: string; type: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        outcome.push({ path: new URL(request.url).pathname, type: response?.type ?? '' })
      }
    }
    return outcome
  })

  expect(cachedResponses.some(({ path }) => path.startsWith('/media/'))).toBe(true)
  expect(cachedResponses.filter(({ path, type }) => path.startsWith('/api') || type === 'opaque')).toEqual([])
  await context.close()
})

test('a picture that was never seen in this size is shown in the size that is on the phone', async ({ browser }) => {
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({ baseURL: testEdge.url })
  const page = await context.newPage()
  await page.goto('/')
  await waitForPrecache(page, chunks)
  const { products } = (await (await fetch(`${shopUrl()}/api/products?limit=1`)).json()) as {
    products: { imageUrl: string }[]
  }
  const large = products[0]?.imageUrl ?? ''
  const small = large.replace(/\.webp$/, '.320.webp')
  await page.evaluate((path) => fetch(path), small)
  await expect.poll(() => page.evaluate(async (path) => Boolean(await caches.match(path)), small)).toBe(true)
  testEdge.isDown = true

  const width = await page.evaluate(async (path) => {
    const response = await fetch(path)
    return (await createImageBitmap(await response.blob())).width
  }, large)

  expect(width).toBe(320)
  await context.close()
})
