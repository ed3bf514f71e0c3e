import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { pageHeaders } from '../../infra/edge/headers.ts'
import { root } from '../../infra/local/repository.ts'
import { productTotal, toast } from './harness/locators.ts'
import { nextDeployment, openShopFront, partsOf, readyForAnything, today } from './deployments.ts'
import { startPhone } from './harness/phone.ts'
import { as, eachTime, expect, shopUrl, test, texts } from './shopper.ts'

const t = texts.ua
const parts = partsOf(today)

/** A folder for deployments, and a shop front that serves today's. */
async function openStreet() {
  await using opened = new AsyncDisposableStack()
  const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), 'tsedra-deployments-')))
  const front = opened.use(await openShopFront(shopUrl()))
  const owned = opened.move()
  return {
    front,
    folder,
    deploy(name: string, headers = pageHeaders) {
      front.serves = nextDeployment(join(folder, name), name, headers)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Which deployment this tab runs. */
const deploymentOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=deployment]')?.content ?? 'today')

/** What the page does by itself every hour and whenever it is seen again. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

const waits = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))

/** Another address without loading anything anew, as a tap on a link does. */
const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

async function fillIn(page: Page, name: string) {
  await page.goto('/product/lemon-chips')
  await page
    .getByRole('button', { name: as(t.product.orderNow) })
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
  await using street = await openStreet()
  const context = await browser.newContext({ baseURL: street.front.url })
  const [a, b] = [await context.newPage(), await context.newPage()]
  const field = await fillIn(a, 'Олена')
  await readyForAnything(a, parts)
  await b.goto('/')
  await readyForAnything(b, parts)

  street.deploy('next')
  await lookForUpdate(b)
  await b.getByRole('button', { name: as(t.update.action) }).click()
  await expect(toast(b)).toContainText(/Застосуємо/)

  expect([await deploymentOf(a), await deploymentOf(b)]).toEqual(['today', 'today'])
  await expect(field).toHaveValue('Олена')
  // Every part of the old build is still to be had in the old tab.
  const missing = await a.evaluate(
    async (files) => {
      const found = await Promise.allSettled(files.map((file) => import(file)))
      return files.filter((_, place) => found[place]?.status === 'rejected')
    },
    parts.filter((file) => !/early|rolldown/.test(file)),
  )
  expect(missing).toEqual([])

  await a.keyboard.press('Escape')
  for (const page of [a, b]) await expect.poll(() => deploymentOf(page).catch(() => '')).toBe('next')
  await context.close()
})

test('killed in the middle of an update: the old shop opens offline, the next start gets the new one', async () => {
  await using street = await openStreet()
  await using phone = await startPhone({ baseUrl: street.front.url })
  const { front } = street
  const first = await phone.context.newPage()
  await first.goto(front.url)
  await readyForAnything(first, parts)
  front.stuck = /^\/assets\/orders-/
  front.asked.length = 0
  street.deploy('next')
  await lookForUpdate(first)
  await expect.poll(() => front.asked.some((path) => path.startsWith('/assets/orders-'))).toBe(true)
  await phone.kill()

  front.away = true
  const offline = await (await phone.start()).newPage()
  await offline.goto(`${front.url}/faq`)
  await expect(offline.locator('h1')).not.toBeEmpty()
  expect(await deploymentOf(offline)).toBe('today')

  front.away = false
  front.stuck = undefined
  await lookForUpdate(offline)
  await expect.poll(() => waits(offline)).toBe(true)
  await phone.close()
  const next = await (await phone.start()).newPage()
  await next.goto(front.url)
  await expect.poll(() => deploymentOf(next).catch(() => '')).toBe('next')
})

test('killed at any key, a form loses 300 ms of typing at most', async () => {
  await using street = await openStreet()
  await using phone = await startPhone({ baseUrl: street.front.url })
  const page = await phone.context.newPage()
  await page.goto(`${street.front.url}/product/lemon-chips`)
  await page
    .getByRole('button', { name: as(t.product.orderNow) })
    .filter({ visible: true })
    .first()
    .click()
  const field = page.getByRole('dialog').locator('textarea')
  const pressed: number[] = []
  // No pause is long enough for the form to take the typing as ended; a fast machine types 40 keys in less than a draft takes.
  const startedAt = Date.now()
  for (let key = 0; key < 40 || Date.now() - startedAt < 1_500; key += 1) {
    await field.press(String(key % 10))
    pressed.push(Date.now())
  }
  const killedAt = Date.now()
  await phone.kill()

  const again = await (await phone.start()).newPage()
  await again.goto(`${street.front.url}/product/lemon-chips`)
  await again
    .getByRole('button', { name: as(t.product.orderNow) })
    .filter({ visible: true })
    .first()
    .click()
  const kept = again.getByRole('dialog').locator('textarea')
  // 300 ms, and what the disk takes.
  const due = pressed.filter((at) => killedAt - at > 500).length
  expect(due).toBeGreaterThan(0)
  await expect.poll(async () => (await kept.inputValue()).length).toBeGreaterThanOrEqual(due)
})

test('old tab, old files gone from the server and from the browser’s cache: every part still opens', async ({
  browser,
}) => {
  await using street = await openStreet()
  const context = await browser.newContext({ baseURL: street.front.url })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/')
  await readyForAnything(page, parts)
  street.deploy('next')
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')

  for (const path of ['/category/citrus-chips', '/product/lemon-chips', '/faq', '/pending', '/such/a/page']) {
    await goWithin(page, path)
    await expect(page.locator('main h1').first(), path).not.toBeEmpty()
    await expect(page.getByRole('alert'), path).toHaveCount(0)
  }
  expect(errors).toEqual([])
  expect(await deploymentOf(page)).toBe('today')
  await context.close()
})

test('a header that changes reaches the page with one update', async ({ browser }) => {
  await using street = await openStreet()
  const context = await browser.newContext({ baseURL: street.front.url })
  const page = await context.newPage()
  await page.goto('/')
  await readyForAnything(page, parts)
  street.deploy('next', { ...pageHeaders, 'Referrer-Policy': 'no-referrer' })
  await lookForUpdate(page)
  await page.getByRole('button', { name: as(t.update.action) }).click()
  await expect.poll(() => deploymentOf(page).catch(() => '')).toBe('next')

  const answer = await page.reload()

  expect(answer?.fromServiceWorker()).toBe(true)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await context.close()
})

test('an update that waits takes over at the next start, before anything is shown, and nobody is asked', async ({
  browser,
}) => {
  await using street = await openStreet()
  const context = await browser.newContext({ baseURL: street.front.url })
  const page = await context.newPage()
  await page.goto('/')
  await readyForAnything(page, parts)
  street.deploy('next')
  await lookForUpdate(page)
  await expect(page.getByRole('button', { name: as(t.update.action) })).toBeVisible()
  const left = await context.newPage()
  await left.goto('/')
  await expect(left.locator('main h1')).not.toBeEmpty()
  await page.close()
  // As soon as the browser counts the closed page no more, and answers within the moment that a start may wait for it.
  await expect
    .poll(
      async () => {
        await left.goto('/faq')
        return deploymentOf(left).catch(() => '')
      },
      // A start that is left at once leaves it to the next one: each has the time that it may take.
      { timeout: 120_000, intervals: [5_000] },
    )
    .toBe('next')
  await expect(left.locator('main h1')).not.toBeEmpty()
  await context.close()
})

test(
  'the worker that takes itself away leaves the drafts, the requests and the open form',
  eachTime(false),
  async ({ browser }) => {
    await using street = await openStreet()
    const retired = join(street.folder, 'retired')
    await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', retired, '--logLevel', 'error'],
      { cwd: join(root, 'pwa'), env: { ...process.env, RETIRE_WORKER: '1' } },
    )
    const context = await browser.newContext({ baseURL: street.front.url })
    const page = await context.newPage()
    const field = await fillIn(page, 'Олена')
    await readyForAnything(page, parts)
    street.front.serves = { page: retired, headers: pageHeaders }

    // A look may fail: the worker takes itself away while it is being looked for.
    await expect(async () => {
      await lookForUpdate(page)
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
      .getByRole('button', { name: as(t.product.orderNow) })
      .filter({ visible: true })
      .first()
      .click()
    await expect(page.getByRole('dialog').locator('input[autocomplete="name"]')).toHaveValue('Олена')
    await context.close()
  },
)

test('a catalogue of a newer kind does not touch the kept one, and a newer page is looked for', async ({ browser }) => {
  await using street = await openStreet()
  const { front } = street
  const context = await browser.newContext({ baseURL: front.url })
  const page = await context.newPage()
  await page.goto('/')
  await readyForAnything(page, parts)
  await page.waitForFunction(() => localStorage.getItem('tsedra.snapshot.ua'))
  await page.route('**/api/catalogue/ua', async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const answer = await route.fetch({ headers })
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), schema: 99, products: [] } })
  })
  const looked = page.evaluate(
    () => new Promise<void>((heard) => addEventListener('tsedra:update-required', () => heard(), { once: true })),
  )
  await page.evaluate(() => {
    localStorage.setItem('tsedra.snapshot.ua', '1')
    dispatchEvent(new Event('online'))
  })

  await looked
  await page.goto('/product/lemon-chips')
  await expect(productTotal(page)).toBeVisible()
  // A response that is still being read when the context closes fails outside of every test.
  await page.unrouteAll({ behavior: 'wait' })
  await context.close()
})

test('a part that the server does not have any more loads the page anew once, when it is wanted, and then says so', async ({
  browser,
}) => {
  await using street = await openStreet()
  const { front } = street
  front.gone = /^\/assets\/orders-/
  const context = await browser.newContext({ baseURL: front.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/faq')
  await expect.poll(() => front.asked.some((path) => front.gone?.test(path))).toBe(true)
  await goWithin(page, '/pending')

  await expect(page.getByRole('alert')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(front.asked.filter((path) => path === '/faq' || path === '/pending')).toEqual(['/faq', '/pending'])
  await context.close()
})

test('a page whose script does not come says whom to call, in the reader’s language', async ({ browser }) => {
  await using street = await openStreet()
  street.front.gone = /^\/assets\/shop-/
  const context = await browser.newContext({ baseURL: street.front.url })
  const page = await context.newPage()
  for (const [language, words] of Object.entries({ ua: 'Зателефонуйте', ru: 'Позвоните', en: 'Call us' })) {
    await page.addInitScript((lang) => localStorage.setItem('tsedra.lang', lang), language)
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(page.locator('#root a[href^="tel:"]')).toBeVisible()
  }
  street.front.gone = undefined
  await page.locator('#root button').click()

  await expect(page.locator('main h1')).not.toBeEmpty()
  await context.close()
})
