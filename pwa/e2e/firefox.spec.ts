import { randomInt } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { startFaultProxy } from './harness/fault-proxy.ts'
import { exactText, expect, shopUrl, test, messagesByLanguage } from './fixtures.ts'

/** The browser without Background Sync, as on an iPhone: what waits goes when the shop is opened. */
const t = messagesByLanguage.ua

test('I1 I2 Firefox: five requests saved while the shop is unavailable are five orders once it is opened again', async () => {
  const numbers = Array.from({ length: 5 }, () => `+38067${String(randomInt(1e7)).padStart(7, '0')}`)
  await using proxy = await startFaultProxy({ target: Number(new URL(shopUrl()).port), addressOf: randomAddress })
  await using profile = await createProfile()
  const ids: string[] = []
  {
    await using browser = await launchFirefox(profile.path)
    const page = await browser.newPage()
    await page.goto(`${proxy.url}/product/lemon-chips`)
    // Its script comes with the first look at it.
    await openOrderForm(page)
    proxy.mode = 'down'
    proxy.scope = 'everything'
    for (const [index, number] of numbers.entries()) {
      if (index > 0) await openOrderForm(page)
      ids.push(await submitOrder(page, number))
      await expect.poll(() => readHeading(page)).toMatch(exactText(t.order.page.saved))
      await page.goBack()
    }
    expect(await countUnsent(page)).toBe(5)
  }
  expect(proxy.posts).toEqual([])

  proxy.recover()
  await using browser = await launchFirefox(profile.path)
  const page = await browser.newPage()
  await page.goto(proxy.url)
  await expect.poll(() => countUnsent(page)).toBe(0)

  await expect.poll(() => readNotifiedIds(numbers)).toEqual(ids.toSorted())
  expect(proxy.posts.toSorted()).toEqual(ids.toSorted())
})

test('I12 Firefox: a product never opened before opens in a new browser while the shop is unavailable', async () => {
  await using network = await startFaultProxy({ target: Number(new URL(shopUrl()).port) })
  await using profile = await createProfile()
  {
    await using browser = await launchFirefox(profile.path)
    const page = await browser.newPage()
    await page.goto(network.url)
    await page.waitForFunction(() => navigator.serviceWorker.controller && localStorage.getItem('tsedra.snapshot.ua'))
  }
  network.mode = 'down'
  network.scope = 'everything'

  await using browser = await launchFirefox(profile.path)
  const page = await browser.newPage()
  await page.goto(`${network.url}/product/gin-tonic-set`)

  const productResponse = await fetch(`${shopUrl()}/api/products/gin-tonic-set?lang=ua`)
  const { translations } = (await productResponse.json()) as { translations: { name: string }[] }
  await expect.poll(() => readHeading(page)).toBe(translations[0]?.name)
  expect(await page.$eval('[data-testid="product-total"]', ({ textContent }) => textContent)).toMatch(/\d/)
})

/** A profile that outlives the browser. */
const createProfile = () => mkdtempDisposable(join(tmpdir(), 'tsedra-firefox-'))

function launchFirefox(userDataDir: string): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
    headless: true,
    userDataDir,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'intl.accept_languages': 'uk' },
  })
}

async function openOrderForm(page: Page): Promise<void> {
  await page.locator(`::-p-aria([name="${t.product.orderNow}"][role="button"])`).click()
  await page.locator('dialog input[type="tel"]').wait()
}

/** Fills the open form in and sends it; answers the order's id once the page shows it. */
async function submitOrder(page: Page, number: string): Promise<string> {
  await page.locator('dialog input[autocomplete="name"]').fill('Олена')
  await page.locator('dialog input[type="tel"]').fill(number)
  await page.locator('dialog button[type="submit"]').click()
  await page.waitForFunction(() => location.pathname.startsWith('/order/'))
  return page.url().split('/').at(-1) ?? ''
}

const readHeading = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('main h1')?.textContent ?? '')

/** How many requests have not arrived, by the browser's own books. */
function countUnsent(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const openRequest = indexedDB.open('tsedra-outbox')
        openRequest.onerror = () => reject(openRequest.error)
        openRequest.onsuccess = () => {
          const rowsRequest = openRequest.result.transaction('outbox').objectStore('outbox').getAll()
          rowsRequest.onsuccess = () => {
            openRequest.result.close()
            resolve(rowsRequest.result.filter(({ state }: { state: string }) => state !== 'sent').length)
          }
        }
      }),
  )
}

/** Ids of the orders under these phone numbers of which staff were notified, once for each message. */
async function readNotifiedIds(numbers: readonly string[]): Promise<string[]> {
  const messages = (await (await fetch(`${process.env['TELEGRAM_URL']}/control/messages`)).json()) as { text: string }[]
  return messages
    .filter(({ text }) => numbers.some((number) => text.includes(number)))
    .map(({ text }) => /[?]order=([0-9a-f-]{36})/.exec(text)?.[1] ?? '')
    .toSorted()
}

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
