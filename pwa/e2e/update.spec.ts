import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { pageHeaders } from '../../infra/edge/headers.ts'
import { root } from '../../infra/local/repository.ts'
import { productTotal, toasts } from './harness/locators.ts'
import { buildNextDeployment, openTestEdge, listChunks, waitForPrecache, currentDeployment } from './deployments.ts'
import { startPhone } from './harness/phone.ts'
import { exactText, thoroughUnless, expect, shopUrl, test, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua
const chunks = listChunks(currentDeployment)

/** A folder for deployments, and a shop front that serves today's. */
async function openDeploymentStack() {
  await using disposables = new AsyncDisposableStack()
  const { path: folder } = disposables.use(await mkdtempDisposable(join(tmpdir(), 'tsedra-deployments-')))
  const edge = disposables.use(await openTestEdge(shopUrl()))
  const resources = disposables.move()
  return {
    front: edge,
    folder,
    deploy(name: string, headers = pageHeaders) {
      edge.deployment = buildNextDeployment(join(folder, name), name, headers)
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Which deployment this tab runs. */
const readDeployment = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=deployment]')?.content ?? 'today')

/** What the page does by itself every hour and whenever it is seen again. */
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

const hasWaitingWorker = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))

/** Navigates without a reload, as a tap on a link does. */
const navigateClientSide = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

async function openFormWithName(page: Page, name: string) {
  await page.goto('/product/lemon-chips')
  await page
    .getByRole('button', { name: exactText(t.product.orderNow) })
    .filter({ visible: true })
    .first()
    .click()
  const field = page.getByRole('dialog').locator('input[autocomplete="name"]')
  await field.fill(name)
  return field
}

test('an update that one tab accepts leaves another tab’s half-filled form alone, and comes when it is closed', async ({
  browser,
}) => {
  await using stack = await openDeploymentStack()
  const context = await browser.newContext({ baseURL: stack.front.url })
  const [editingTab, otherTab] = [await context.newPage(), await context.newPage()]
  const field = await openFormWithName(editingTab, 'Олена')
  await waitForPrecache(editingTab, chunks)
  await otherTab.goto('/')
  await waitForPrecache(otherTab, chunks)

  stack.deploy('next')
  await checkForUpdate(otherTab)
  await otherTab.getByRole('button', { name: exactText(t.update.action) }).click()
  await expect(toasts(otherTab)).toContainText(/Застосуємо/)

  expect([await readDeployment(editingTab), await readDeployment(otherTab)]).toEqual(['today', 'today'])
  await expect(field).toHaveValue('Олена')
  // Every part of the old build is still to be had in the old tab.
  const missing = await editingTab.evaluate(
    async (files) => {
      const importResults = await Promise.allSettled(files.map((file) => import(file)))
      return files.filter((_, index) => importResults[index]?.status === 'rejected')
    },
    chunks.filter((file) => !/boot|rolldown/.test(file)),
  )
  expect(missing).toEqual([])

  await editingTab.keyboard.press('Escape')
  for (const page of [editingTab, otherTab]) await expect.poll(() => readDeployment(page).catch(() => '')).toBe('next')
  await context.close()
})

test('killed in the middle of an update: the old shop opens offline, the next start gets the new one', async () => {
  await using stack = await openDeploymentStack()
  await using phone = await startPhone({ baseUrl: stack.front.url })
  const { front: testEdge } = stack
  const first = await phone.context.newPage()
  await first.goto(testEdge.url)
  await waitForPrecache(first, chunks)
  testEdge.hangingPaths = /^\/assets\/orders-/
  testEdge.requestedPaths.length = 0
  stack.deploy('next')
  await checkForUpdate(first)
  await expect.poll(() => testEdge.requestedPaths.some((path) => path.startsWith('/assets/orders-'))).toBe(true)
  await phone.kill()

  testEdge.isDown = true
  const offline = await (await phone.start()).newPage()
  await offline.goto(`${testEdge.url}/faq`)
  await expect(offline.locator('h1')).not.toBeEmpty()
  expect(await readDeployment(offline)).toBe('today')

  testEdge.isDown = false
  testEdge.hangingPaths = undefined
  await checkForUpdate(offline)
  await expect.poll(() => hasWaitingWorker(offline)).toBe(true)
  await phone.close()
  const next = await (await phone.start()).newPage()
  await next.goto(testEdge.url)
  await expect.poll(() => readDeployment(next).catch(() => '')).toBe('next')
})

test('killed at any key, a form loses 300 ms of typing at most', async () => {
  await using stack = await openDeploymentStack()
  await using phone = await startPhone({ baseUrl: stack.front.url })
  const page = await phone.context.newPage()
  await page.goto(`${stack.front.url}/product/lemon-chips`)
  await page
    .getByRole('button', { name: exactText(t.product.orderNow) })
    .filter({ visible: true })
    .first()
    .click()
  const field = page.getByRole('dialog').locator('textarea')
  const keyTimes: number[] = []
  // No pause is long enough for the form to take the typing as ended; a fast machine types 40 keys in less than a draft takes.
  const startedAt = Date.now()
  for (let key = 0; key < 40 || Date.now() - startedAt < 1_500; key += 1) {
    await field.press(String(key % 10))
    keyTimes.push(Date.now())
  }
  const killedAt = Date.now()
  await phone.kill()

  const reopened = await (await phone.start()).newPage()
  await reopened.goto(`${stack.front.url}/product/lemon-chips`)
  await reopened
    .getByRole('button', { name: exactText(t.product.orderNow) })
    .filter({ visible: true })
    .first()
    .click()
  const commentField = reopened.getByRole('dialog').locator('textarea')
  // 300 ms, and what the disk takes.
  const expectedLength = keyTimes.filter((pressedAt) => killedAt - pressedAt > 500).length
  expect(expectedLength).toBeGreaterThan(0)
  await expect.poll(async () => (await commentField.inputValue()).length).toBeGreaterThanOrEqual(expectedLength)
})

test('old tab, old files gone from the server and from the browser’s cache: every part still opens', async ({
  browser,
}) => {
  await using stack = await openDeploymentStack()
  const context = await browser.newContext({ baseURL: stack.front.url })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/')
  await waitForPrecache(page, chunks)
  stack.deploy('next')
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')

  for (const path of ['/category/citrus-chips', '/product/lemon-chips', '/faq', '/pending', '/such/a/page']) {
    await navigateClientSide(page, path)
    await expect(page.locator('main h1').first(), path).not.toBeEmpty()
    await expect(page.getByRole('alert'), path).toHaveCount(0)
  }
  expect(errors).toEqual([])
  expect(await readDeployment(page)).toBe('today')
  await context.close()
})

test('a header that changes reaches the page with one update', async ({ browser }) => {
  await using stack = await openDeploymentStack()
  const context = await browser.newContext({ baseURL: stack.front.url })
  const page = await context.newPage()
  await page.goto('/')
  await waitForPrecache(page, chunks)
  stack.deploy('next', { ...pageHeaders, 'Referrer-Policy': 'no-referrer' })
  await checkForUpdate(page)
  await page.getByRole('button', { name: exactText(t.update.action) }).click()
  await expect.poll(() => readDeployment(page).catch(() => '')).toBe('next')

  const response = await page.reload()

  expect(response?.fromServiceWorker()).toBe(true)
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  await context.close()
})

test('an update that waits takes over at the next start, before anything is shown, and without a prompt', async ({
  browser,
}) => {
  await using stack = await openDeploymentStack()
  const context = await browser.newContext({ baseURL: stack.front.url })
  const page = await context.newPage()
  await page.goto('/')
  await waitForPrecache(page, chunks)
  stack.deploy('next')
  await checkForUpdate(page)
  await expect(page.getByRole('button', { name: exactText(t.update.action) })).toBeVisible()
  const secondPage = await context.newPage()
  await secondPage.goto('/')
  await expect(secondPage.locator('main h1')).not.toBeEmpty()
  await page.close()
  // As soon as the browser counts the closed page no more, and answers within the moment that a start may wait for it.
  await expect
    .poll(
      async () => {
        await secondPage.goto('/faq')
        return readDeployment(secondPage).catch(() => '')
      },
      // A start that is left at once leaves it to the next one: each has the time that it may take.
      { timeout: 120_000, intervals: [5_000] },
    )
    .toBe('next')
  await expect(secondPage.locator('main h1')).not.toBeEmpty()
  await context.close()
})

test(
  'the worker that unregisters itself keeps the drafts, the requests and the open form',
  thoroughUnless(false),
  async ({ browser }) => {
    await using stack = await openDeploymentStack()
    const retiredBuild = join(stack.folder, 'retired')
    await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', retiredBuild, '--logLevel', 'error'],
      { cwd: join(root, 'pwa'), env: { ...process.env, RETIRE_WORKER: '1' } },
    )
    const context = await browser.newContext({ baseURL: stack.front.url })
    const page = await context.newPage()
    const field = await openFormWithName(page, 'Олена')
    await waitForPrecache(page, chunks)
    stack.front.deployment = { page: retiredBuild, headers: pageHeaders }

    // An update check may fail: the worker unregisters itself during it.
    await expect(async () => {
      await checkForUpdate(page)
      expect(
        await page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      ).toEqual([0, 0])
    }).toPass({ timeout: 60_000 })
    await expect(field).toHaveValue('Олена')

    await page.reload()
    await page
      .getByRole('button', { name: exactText(t.product.orderNow) })
      .filter({ visible: true })
      .first()
      .click()
    await expect(page.getByRole('dialog').locator('input[autocomplete="name"]')).toHaveValue('Олена')
    await context.close()
  },
)

test('a catalogue of a newer kind does not touch the kept one, and a newer page is requested', async ({ browser }) => {
  await using stack = await openDeploymentStack()
  const { front: testEdge } = stack
  const context = await browser.newContext({ baseURL: testEdge.url })
  const page = await context.newPage()
  await page.goto('/')
  await waitForPrecache(page, chunks)
  await page.waitForFunction(() => localStorage.getItem('tsedra.snapshot.ua'))
  await page.route(/\/api\/catalogue\/ua/, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    await route.fulfill({
      response: response,
      json: { ...((await response.json()) as object), schema: 99, products: [] },
    })
  })
  const updateRequired = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('tsedra:update-required', () => resolve(), { once: true })),
  )
  await page.evaluate(() => {
    localStorage.setItem('tsedra.snapshot.ua', '1')
    dispatchEvent(new Event('online'))
  })

  await updateRequired
  await page.goto('/product/lemon-chips')
  await expect(productTotal(page)).toBeVisible()
  // A response that is still being read when the context closes fails outside of every test.
  await page.unrouteAll({ behavior: 'wait' })
  await context.close()
})

test('a chunk that the server no longer has reloads the page once on use, and then shows a message', async ({
  browser,
}) => {
  await using stack = await openDeploymentStack()
  const { front: testEdge } = stack
  testEdge.missingPaths = /^\/assets\/orders-/
  const context = await browser.newContext({ baseURL: testEdge.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/faq')
  await expect.poll(() => testEdge.requestedPaths.some((path) => testEdge.missingPaths?.test(path))).toBe(true)
  await navigateClientSide(page, '/pending')

  await expect(page.getByRole('alert')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(testEdge.requestedPaths.filter((path) => path === '/faq' || path === '/pending')).toEqual(['/faq', '/pending'])
  await context.close()
})

test('a page whose script does not load shows a phone number, in the reader’s language', async ({ browser }) => {
  await using stack = await openDeploymentStack()
  stack.front.missingPaths = /^\/assets\/core-/
  const context = await browser.newContext({ baseURL: stack.front.url })
  const page = await context.newPage()
  for (const [language, contactText] of Object.entries({ ua: 'Зателефонуйте', ru: 'Позвоните', en: 'Call us' })) {
    await page.addInitScript((lang) => localStorage.setItem('tsedra.lang', lang), language)
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText(contactText)
    await expect(page.getByRole('alert').locator('a[href^="tel:"]')).toBeVisible()
  }
  stack.front.missingPaths = undefined
  await page.getByRole('alert').getByRole('button').click()

  await expect(page.getByTestId('first-paint')).toHaveCount(0)
  await expect(page.locator('main h1')).not.toBeEmpty()
  await context.close()
})
