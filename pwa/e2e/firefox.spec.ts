import { randomInt } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { startFaultProxy } from './harness/fault-proxy.ts'
import { as, expect, shopUrl, test, texts } from './shopper.ts'

/** The browser without Background Sync, as on an iPhone: what waits goes when the shop is opened. */
const t = texts.ua

test('I1 I2 Firefox: five requests saved while the shop is away are five orders once it is opened again', async () => {
  const numbers = Array.from({ length: 5 }, () => `+38067${String(randomInt(1e7)).padStart(7, '0')}`)
  await using proxy = await startFaultProxy({ target: Number(new URL(shopUrl()).port), addressOf: anAddress })
  await using profile = await aProfile()
  const ids: string[] = []
  {
    await using browser = await firefox(profile.path)
    const page = await browser.newPage()
    await page.goto(`${proxy.url}/product/lemon-chips`)
    // Its script comes with the first look at it.
    await openForm(page)
    proxy.mode = 'down'
    proxy.scope = 'everything'
    for (const [place, number] of numbers.entries()) {
      if (place > 0) await openForm(page)
      ids.push(await order(page, number))
      await expect.poll(() => heading(page)).toMatch(as(t.order.page.saved))
      await page.goBack()
    }
    expect(await waiting(page)).toBe(5)
  }
  expect(proxy.posts).toEqual([])

  proxy.heal()
  await using browser = await firefox(profile.path)
  const page = await browser.newPage()
  await page.goto(proxy.url)
  await expect.poll(() => waiting(page)).toBe(0)

  await expect.poll(() => told(numbers)).toEqual(ids.toSorted())
  expect(proxy.posts.toSorted()).toEqual(ids.toSorted())
})

test('I12 Firefox: a product never looked at opens in a new browser while the shop is away', async () => {
  await using network = await startFaultProxy({ target: Number(new URL(shopUrl()).port) })
  await using profile = await aProfile()
  {
    await using browser = await firefox(profile.path)
    const page = await browser.newPage()
    await page.goto(network.url)
    await page.waitForFunction(() => navigator.serviceWorker.controller && localStorage.getItem('tsedra.snapshot.ua'))
  }
  network.mode = 'down'
  network.scope = 'everything'

  await using browser = await firefox(profile.path)
  const page = await browser.newPage()
  await page.goto(`${network.url}/product/gin-tonic-set`)

  const shop = await fetch(`${shopUrl()}/api/products/gin-tonic-set?lang=ua`)
  const { translations } = (await shop.json()) as { translations: { name: string }[] }
  await expect.poll(() => heading(page)).toBe(translations[0]?.name)
  expect(await page.$eval('[data-testid="product-total"]', ({ textContent }) => textContent)).toMatch(/\d/)
})

/** A profile that outlives the browser. */
const aProfile = () => mkdtempDisposable(join(tmpdir(), 'tsedra-firefox-'))

function firefox(userDataDir: string): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
    headless: true,
    userDataDir,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'intl.accept_languages': 'uk' },
  })
}

async function openForm(page: Page): Promise<void> {
  await page.locator('[data-testid="product-total"] + div button').click()
  await page.locator('dialog input[type="tel"]').wait()
}

/** Fills the open form in and sends it; answers the order's id once the page shows it. */
async function order(page: Page, number: string): Promise<string> {
  await page.locator('dialog input[autocomplete="name"]').fill('Олена')
  await page.locator('dialog input[type="tel"]').fill(number)
  await page.locator('dialog button[type="submit"]').click()
  await page.waitForFunction(() => location.pathname.startsWith('/order/'))
  return page.url().split('/').at(-1) ?? ''
}

const heading = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('main h1')?.textContent ?? '')

/** How many requests have not arrived, by the browser's own books. */
function waiting(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const asked = indexedDB.open('tsedra-outbox')
        asked.onerror = () => fail(asked.error)
        asked.onsuccess = () => {
          const all = asked.result.transaction('outbox').objectStore('outbox').getAll()
          all.onsuccess = () => {
            asked.result.close()
            done(all.result.filter(({ state }: { state: string }) => state !== 'sent').length)
          }
        }
      }),
  )
}

/** Ids of the orders under these phone numbers that staff heard of, one for each message. */
async function told(numbers: readonly string[]): Promise<string[]> {
  const sent = (await (await fetch(`${process.env['TELEGRAM_URL']}/control/messages`)).json()) as { text: string }[]
  return sent
    .filter(({ text }) => numbers.some((number) => text.includes(number)))
    .map(({ text }) => /[?]order=([0-9a-f-]{36})/.exec(text)?.[1] ?? '')
    .toSorted()
}

const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
